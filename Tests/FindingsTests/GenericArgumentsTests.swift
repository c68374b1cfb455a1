import KnownCode
import Testing

@Suite struct GenericArgumentsTests {
  @Test(arguments: [
    ("Cache<Int>", "Cache"), ("App.Outer<Int>.Inner<[String]>", "App.Outer.Inner"),
    ("Box<(Int) -> Set<Int>>.Part", "Box.Part"), ("(Int) -> Bool", "(Int) -> Bool"), ("", ""),
  ]) func removesGenericArguments(name: String, plain: String) {
    #expect(GenericArguments.removed(from: name) == plain)
  }
}
