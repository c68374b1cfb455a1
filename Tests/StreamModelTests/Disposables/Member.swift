import Streams

/// A log of the disposals of members, with the members that are alive. A container and its model
/// have one log each.
final class MemberLog {
  private(set) var disposals: [Int] = []
  var living: Set<Int> = []
  /// The closure that is called while a member is disposed. It uses the container again.
  var reenter: ((Int) -> Void)?

  func disposed(_ number: Int) {
    disposals.append(number)
    reenter?(number)
  }
}

/// A disposable whose disposals and lifetime are recorded.
final class Member: Cancelable {
  let number: Int
  private let log: MemberLog
  private(set) var isDisposed = false

  init(_ number: Int, _ log: MemberLog) {
    self.number = number
    self.log = log
    log.living.insert(number)
  }

  deinit { log.living.remove(number) }

  func dispose() {
    guard !isDisposed else { return }
    isDisposed = true
    log.disposed(number)
  }
}
