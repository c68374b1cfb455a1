import Streams

/// A container of the library. It has the same operations as its model.
final class RealContainer {
  let log = MemberLog()
  private let kind: ContainerModel.Kind
  private var container: (any Disposable)?
  private var bag: DisposeBag?
  private var keys: [Int: CompositeDisposable.DisposeKey] = [:]
  private var shares: [any Disposable] = []
  /// Weak references to the members, which the test disposes directly.
  private var others: [Int: WeakMember] = [:]

  private struct WeakMember { weak var member: Member? }

  init(_ kind: ContainerModel.Kind, _ first: [Int]) {
    self.kind = kind
    let members = first.map(make)
    switch kind {
    case .composite: container = CompositeDisposable(disposables: members)
    case .bag: bag = DisposeBag(disposing: members)
    case .serial: container = SerialDisposable()
    case .single: container = SingleAssignmentDisposable()
    case .binary: container = Disposables.create(members[0], members[1])
    case .refCount: container = RefCountDisposable(disposable: members[0])
    case .scheduled:
      container = ScheduledDisposable(
        scheduler: CurrentThreadScheduler.instance, disposable: members[0])
    }
  }

  var isDisposed: Bool? { (container as? any Cancelable)?.isDisposed }

  var count: Int? { (container as? CompositeDisposable)?.count }

  func insert(_ number: Int) {
    let member = make(number)
    switch container {
    case let composite as CompositeDisposable:
      keys[number] = composite.insert(member)
    case let serial as SerialDisposable: serial.disposable = member
    case let single as SingleAssignmentDisposable: single.setDisposable(member)
    default: if let bag { bag.insert(member) } else { member.dispose() }
    }
  }

  func remove(_ number: Int) {
    guard let key = keys[number] else { return }
    (container as? CompositeDisposable)?.remove(for: key)
  }

  func disposeMember(_ number: Int) { others[number]?.member?.dispose() }

  func share() {
    if let shared = (container as? RefCountDisposable)?.retain() { shares.append(shared) }
  }

  /// Disposes a share twice. The second call must have no effect.
  func unshare(_ index: Int) {
    let share = shares.remove(at: index)
    share.dispose()
    share.dispose()
  }

  func dispose() {
    if kind == .bag { bag = nil } else { container?.dispose() }
  }

  private func make(_ number: Int) -> Member {
    let member = Member(number, log)
    others[number] = WeakMember(member: member)
    return member
  }
}
