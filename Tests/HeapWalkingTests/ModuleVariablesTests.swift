import Testing

@testable import HeapWalking

private final class Kept {
  var next: Kept?
}

nonisolated(unsafe) private var keptObjects: [AnyObject] = []

private enum Registry {
  nonisolated(unsafe) static var latest: Kept?
}

/// Tests of the names of variables that retain objects.
@Suite(.serialized) struct ModuleVariablesTests {
  private func owner(of object: AnyObject) -> String? {
    ModuleVariables(of: ["HeapWalkingTests"], walker: HeapWalker())
      .owner(of: Address(of: object).bits)
  }

  @Test func aGlobalVariableOwnsTheElementsOfItsArray() {
    let object = Kept()
    #expect(owner(of: object) == nil)
    unsafe keptObjects = [Kept(), object]
    #expect(owner(of: object) == "HeapWalkingTests.keptObjects")
    unsafe keptObjects = []
    #expect(owner(of: object) == nil)
  }

  @Test func aStaticVariableOwnsObjectsThroughOtherObjects() {
    let first = Kept()
    let object = Kept()
    first.next = object
    unsafe Registry.latest = first
    #expect(owner(of: object) == "HeapWalkingTests.Registry.latest")
    unsafe Registry.latest = nil
  }
}
