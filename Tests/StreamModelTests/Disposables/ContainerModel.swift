/// A model of a container of disposables. The model stores the members in a list.
final class ContainerModel {
  enum Kind: CaseIterable { case composite, bag, serial, single, binary, refCount, scheduled }

  let kind: Kind
  let log = MemberLog()
  private(set) var members: [Int] = []
  private(set) var isDisposed = false
  private var finished: Set<Int> = []
  private var shares = 0
  private var hasMember = false

  init(_ kind: Kind, _ first: [Int]) {
    self.kind = kind
    members = first
    hasMember = !first.isEmpty
  }

  /// The members that the container may retain.
  var retained: Set<Int> { Set(members) }

  /// The members that the container must retain, because they have not been disposed.
  var needed: Set<Int> { Set(members).subtracting(finished) }

  var canInsert: Bool {
    switch kind {
    case .composite, .bag, .serial: true
    case .single: !hasMember
    case .binary, .refCount, .scheduled: false
    }
  }

  func insert(_ number: Int) {
    hasMember = true
    if isDisposed { return dispose(number) }
    if kind == .serial, let old = members.first {
      members = [number]
      return dispose(old)
    }
    members.append(number)
  }

  func remove(_ number: Int) {
    guard let index = members.firstIndex(of: number) else { return }
    members.remove(at: index)
    dispose(number)
  }

  /// Disposes a member directly, without using the container.
  func disposeMember(_ number: Int) { dispose(number) }

  func share() { if !members.isEmpty { shares += 1 } }

  func unshare() {
    shares -= 1
    endIfUnused()
  }

  func dispose() {
    isDisposed = true
    endIfUnused()
  }

  private func endIfUnused() {
    guard isDisposed, shares == 0 else { return }
    let all = members
    members = []
    for number in all { dispose(number) }
  }

  private func dispose(_ number: Int) {
    if finished.insert(number).inserted { log.disposed(number) }
  }
}
