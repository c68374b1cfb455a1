/// An object with at least one reference of each form whose layout depends on the architecture, and
/// the references that the walker must find in it.
struct SelfTestSample {
  let owner: AnyObject
  /// A map from the address of each `SelfTestLeaf` to the number of strong references to it. The
  /// owner retains the leaves, directly or through its collections and its closure.
  let references: [UInt: Int]

  /// Creates an owner, and objects that only this owner retains.
  @inline(never)
  static func make() -> SelfTestSample {
    let owner = SelfTestOwner()
    owner.back = owner
    return SelfTestSample(owner: owner, references: owner.references)
  }
}

private final class SelfTestLeaf: SelfTestLeafProtocol {}

private protocol SelfTestLeafProtocol: AnyObject {}

/// An enum whose cases are distinguished by the spare bits of a pointer.
private enum SelfTestPayload {
  case left(SelfTestLeaf)
  case right(SelfTestLeaf)
  case pair(SelfTestLeaf, SelfTestLeaf)
  case nothing
}

private final class SelfTestOwner {
  weak var back: SelfTestOwner?
  private let plain = SelfTestLeaf()
  private let optional: SelfTestLeaf? = SelfTestLeaf()
  private let left = SelfTestPayload.left(SelfTestLeaf())
  private let right = SelfTestPayload.right(SelfTestLeaf())
  private let pair: SelfTestPayload
  private let nothing = SelfTestPayload.nothing
  private let existential: any SelfTestLeafProtocol = SelfTestLeaf()
  private let list = [SelfTestLeaf(), SelfTestLeaf()]
  private let table = ["a key that is too long to be stored in the string itself": SelfTestLeaf()]
  private let action: () -> SelfTestLeaf

  init() {
    let shared = SelfTestLeaf()
    pair = .pair(shared, shared)
    let captured = SelfTestLeaf()
    action = { captured }
  }

  /// A map from the address of each leaf to the number of references to it in the stored
  /// properties.
  @inline(never)
  var references: [UInt: Int] {
    var leaves: [SelfTestLeaf] = [plain, action()] + list + table.values
    if let optional { leaves.append(optional) }
    for payload in [left, right, pair, nothing] {
      switch payload {
      case .left(let leaf), .right(let leaf): leaves.append(leaf)
      case .pair(let first, let second): leaves += [first, second]
      case .nothing: break
      }
    }
    var counts: [UInt: Int] = [:]
    for leaf in leaves { counts[UInt(bitPattern: ObjectIdentifier(leaf)), default: 0] += 1 }
    counts[UInt(bitPattern: ObjectIdentifier(existential)), default: 0] += 1
    return counts
  }
}
