import TestSupport
import Testing

/// Tests that compare containers of disposables with a list. The operations are random.
@Suite(.countsResources) struct DisposableModelTests {
  /// A little more than twice the number of members at which a container removes finished members.
  private static let manyMembers = 70

  @Test(arguments: ContainerModel.Kind.allCases)
  func behavesLikeAList(kind: ContainerModel.Kind) {
    let fixed = (0..<300).map { UInt64($0) }
    let random = (0..<30).map { _ in UInt64.random(in: 1000...UInt64.max) }
    for seed in fixed + random {
      if let difference = difference(kind, seed) {
        Issue.record("\(kind), seed \(seed): \(difference)")
        return
      }
    }
  }

  private func difference(_ kind: ContainerModel.Kind, _ seed: UInt64) -> String? {
    var generator = SeededGenerator(seed: seed)
    let first = Array(0..<firstCount(kind, &generator))
    let (model, real) = (ContainerModel(kind, first), RealContainer(kind, first))
    var next = first.count
    var (history, shares) = (["with \(first.count)"], 0)
    var peak = first.count
    // While a member is disposed, another member may be inserted, or the container disposed. This
    // depends on the remainders of the member's number.
    let inserting = Int.random(in: 0...7, using: &generator)
    let disposing = Int.random(in: 0...15, using: &generator)
    model.log.reenter = { [unowned model] number in
      guard number < 10000 else { return }
      if number % 8 == inserting, kind == .composite || kind == .serial {
        model.insert(number + 10000)
      }
      if number % 16 == disposing, kind != .bag { model.dispose() }
    }
    real.log.reenter = { [unowned real] number in
      guard number < 10000 else { return }
      if number % 8 == inserting, kind == .composite || kind == .serial {
        real.insert(number + 10000)
      }
      if number % 16 == disposing, kind != .bag { real.dispose() }
    }
    for _ in 0..<Int.random(in: 1...140, using: &generator) {
      let operation = Int.random(in: 0...60, using: &generator)
      let number = Int.random(in: max(0, next - 40)...next, using: &generator)
      switch operation {
      case 0:
        history.append("dispose")
        model.dispose()
        real.dispose()
      case 1...15:
        history.append("end \(number)")
        guard model.members.contains(number) else { continue }
        model.disposeMember(number)
        real.disposeMember(number)
      case 16...20 where kind == .composite && number >= first.count:
        history.append("remove \(number)")
        model.remove(number)
        real.remove(number)
      case 16...30 where kind == .refCount:
        history.append("share")
        if !model.members.isEmpty { shares += 1 }
        model.share()
        real.share()
      case 31...50 where kind == .refCount:
        guard shares > 0 else { continue }
        history.append("unshare")
        shares -= 1
        model.unshare()
        real.unshare(Int.random(in: 0...shares, using: &generator))
      default:
        guard model.canInsert, next < Self.manyMembers * 2 else { continue }
        if kind == .bag && model.isDisposed { continue }
        history.append("insert \(next)")
        model.insert(next)
        real.insert(next)
        next += 1
      }
      peak = max(peak, model.needed.count)
      if let difference = difference(model, real, peak: peak) {
        return "\(history.suffix(20)): \(difference)"
      }
    }
    return nil
  }

  private func firstCount(
    _ kind: ContainerModel.Kind, _ generator: inout SeededGenerator
  ) -> Int {
    switch kind {
    case .composite, .bag:
      Bool.random(using: &generator) ? 0 : Int.random(in: 0...70, using: &generator)
    case .serial, .single: 0
    case .binary: 2
    case .refCount, .scheduled: 1
    }
  }

  private func difference(
    _ model: ContainerModel, _ real: RealContainer, peak: Int
  ) -> String? {
    // A composite that has had more than 31 members may dispose them in any order.
    let (expected, found) =
      model.kind == .composite
      ? (model.log.disposals.sorted(), real.log.disposals.sorted())
      : (model.log.disposals, real.log.disposals)
    if expected != found { return "disposed \(found), expected \(expected)" }
    if let isDisposed = real.isDisposed, isDisposed != model.isDisposed {
      return "isDisposed is \(isDisposed)"
    }
    let living = real.log.living
    if !living.isSubset(of: model.retained) {
      return "retains \(living.subtracting(model.retained).sorted())"
    }
    if !model.needed.isSubset(of: living) {
      return "lost \(model.needed.subtracting(living).sorted())"
    }
    // Finished members may remain until the next sweep. Their number is at most the number of
    // unfinished members or, if that is greater, the minimum for a sweep.
    let bound = max(33, 2 * peak + 1)
    guard model.kind == .composite || model.kind == .bag, living.count > bound else { return nil }
    return "\(living.count) members, of which at most \(peak) were live"
  }
}
