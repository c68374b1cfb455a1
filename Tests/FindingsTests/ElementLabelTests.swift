import Testing

@testable import Findings

@Suite struct ElementLabelTests {
  @Test(arguments: [
    ("items[12]", "items[*]"), ("a[0].b[1].c", "a[*].b[*].c"), ("table[key]", "table[key]"),
    ("[3]", "[*]"), ("a[[7]]", "a[[*]]"), ("a[", "a["), ("a[1", "a[1"), ("a[]", "a[]"),
    ("plain", "plain"),
  ]) func indicesAreReplacedByAsterisks(label: String, plain: String) {
    #expect(label.withoutIndices == plain)
  }
}
