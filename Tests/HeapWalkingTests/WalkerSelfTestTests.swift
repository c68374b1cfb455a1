import HeapWalking
import Testing

@Suite struct WalkerSelfTestTests {
  private final class Pair {
    var first: Pair?
    var second: Pair?
  }

  @Test func objectLayoutMatchesTheWalkersAssumptions() {
    #expect(WalkerSelfTest.failure() == nil)
  }

  @Test func aMissingReferenceIsReported() {
    let owner = Pair()
    owner.first = Pair()
    let target = owner.first.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0
    #expect(WalkerSelfTest.failure(reading: owner, expecting: [target: 1]) == nil)
    #expect(
      WalkerSelfTest.failure(reading: owner, expecting: [target: 2])
        == "1 of an object's 2 references were found")
    #expect(
      WalkerSelfTest.failure(reading: owner, expecting: [target: 1, 16: 1])
        == "0 of an object's 1 references were found")
  }

  @Test func aCountThatExceedsTheReferencesIsReported() {
    let owner = Pair()
    let other = Pair()
    owner.first = other
    withExtendedLifetime([other]) {
      let message = WalkerSelfTest.failure(
        reading: owner, expecting: [UInt(bitPattern: ObjectIdentifier(other)): 1])
      #expect(message == "an object's reference count is not 1")
    }
  }

  @Test func aStrongReferenceToTheOwnerIsReported() {
    let owner = Pair()
    owner.first = owner
    defer { owner.first = nil }
    #expect(
      WalkerSelfTest.failure(reading: owner, expecting: [:])
        == "a weak reference was read as a strong one")
  }
}
