import RACDisposables
import TestSupport
import Testing

/// Tests that compare containers of `RACDisposable`s with a list. The operations are random.
@Suite(.countsResources) struct RACContainerModelTests {
  enum Kind: CaseIterable { case compound, serial, scoped }

  /// A disposable whose disposals and lifetime are recorded.
  private final class Member: RACDisposable, @unchecked Sendable {
    let number: Int
    private let log: MemberLog

    init(_ number: Int, _ log: MemberLog) {
      self.number = number
      self.log = log
      log.living.insert(number)
      super.init { log.disposed(number) }
    }

    deinit { log.living.remove(number) }
  }

  private struct WeakMember { weak var member: Member? }

  @Test(arguments: Kind.allCases) func behavesLikeAList(kind: Kind) {
    for seed in (0..<300).map({ UInt64($0) }) + [UInt64.random(in: 1000...UInt64.max)] {
      if let difference = difference(kind, seed) {
        Issue.record("\(kind), seed \(seed): \(difference)")
        return
      }
    }
  }

  private func difference(_ kind: Kind, _ seed: UInt64) -> String? {
    var generator = SeededGenerator(seed: seed)
    let log = MemberLog()
    var all: [WeakMember] = []
    func make() -> Member {
      let member = Member(all.count, log)
      all.append(WeakMember(member: member))
      return member
    }
    var container: RACDisposable? = makeContainer(
      kind, Int.random(in: 0...4, using: &generator), make)
    var (members, finished) = (Set(all.indices), Set<Int>())
    var (isDisposed, isKept) = (false, true)
    var history: [String] = []
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
      let number = Int.random(in: max(0, all.count - 6)...all.count, using: &generator)
      switch Int.random(in: 0...20, using: &generator) {
      case 0:
        history.append("dispose")
        container?.dispose()
        guard isKept, !isDisposed else { continue }
        isDisposed = true
        finished.formUnion(members)
        members = []
      case 1:
        history.append("release")
        container = nil
        // Only a scoped disposable disposes its members when it is deinitialized.
        if kind == .scoped { finished.formUnion(members) }
        members = []
        isKept = false
      case 2...5 where number < all.count:
        history.append("end \(number)")
        all[number].member?.dispose()
        if members.contains(number) { finished.insert(number) }
      case 6...9 where number < all.count && kind == .compound:
        history.append("remove \(number)")
        (container as? RACCompoundDisposable)?.removeDisposable(all[number].member)
        members.remove(number)
      default:
        guard isKept, kind != .scoped else { continue }
        history.append("add \(all.count)")
        let member = make()
        (container as? RACCompoundDisposable)?.addDisposable(member)
        (container as? RACSerialDisposable)?.disposable = member
        if kind == .serial { members = [] }
        if isDisposed { finished.insert(member.number) } else { members.insert(member.number) }
      }
      let living = log.living
      if Set(log.disposals) != finished || log.disposals.count != finished.count {
        return "\(history): disposed \(log.disposals), expected \(finished.sorted())"
      }
      if living != members { return "\(history): retains \(living.sorted()), not \(members)" }
      if let container, container.isDisposed != isDisposed {
        return "\(history): isDisposed is \(container.isDisposed)"
      }
    }
    return nil
  }

  private func makeContainer(_ kind: Kind, _ count: Int, _ make: () -> Member) -> RACDisposable {
    switch kind {
    case .compound: RACCompoundDisposable(disposables: (0..<count).map { _ in make() })
    case .serial: RACSerialDisposable(disposable: count % 2 == 0 ? make() : nil)
    case .scoped: RACScopedDisposable(disposable: make())
    }
  }
}
