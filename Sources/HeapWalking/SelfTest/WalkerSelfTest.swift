import OwnershipGraph

/// A type that reads objects with known references, to verify that the layout of objects on this
/// machine is the layout that the walker assumes.
///
/// The spare bits of pointers, the tags of enums, reference counts and the layout of captures
/// differ between architectures and versions of the runtime. A wrong assumption would cause wrong
/// verdicts. An analysis therefore begins with this test, and is inconclusive if the test fails.
/// The test is omitted in a program into which the runtime is linked statically.
package enum WalkerSelfTest {
  /// Returns the reason why the walker cannot be trusted on this machine; `nil` if the test
  /// succeeds.
  package static func failure() -> String? {
    let sample = SelfTestSample.make()
    return withExtendedLifetime(sample.owner) {
      failure(reading: sample.owner, expecting: sample.references)
    }
  }

  /// Compares the references that the walker reads with the expected references. Returns a
  /// description of the first difference; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - owner: The object from which to walk.
  ///   - expected: A map from the addresses of the objects to check to the number of strong
  ///     references to each of them.
  package static func failure(reading owner: AnyObject, expecting expected: [UInt: Int]) -> String?
  {
    let snapshot = HeapWalker().walk(from: [Address(of: owner)], scans: false)
    guard snapshot.isComplete, snapshot.coverage.isFull else {
      return "the self-test's objects could not be read completely"
    }
    var found: [UInt: Int] = [:]
    for object in snapshot.nodes {
      for target in snapshot.targets(of: object) {
        found[snapshot.address(of: target), default: 0] += 1
      }
    }
    for (address, count) in expected.sorted(by: { $0.key < $1.key }) {
      guard found[address] == count else {
        return "\(found[address] ?? 0) of an object's \(count) references were found"
      }
      guard let object = snapshot.node(at: address),
        snapshot.strongCount(of: object) == UInt32(count)
      else { return "an object's reference count is not \(count)" }
    }
    if found[UInt(bitPattern: ObjectIdentifier(owner))] != nil {
      return "a weak reference was read as a strong one"
    }
    return nil
  }
}
