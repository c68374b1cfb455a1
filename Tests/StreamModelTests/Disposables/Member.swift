import Streams

/// A log of the operations on members. The members of the container and of its model write to it.
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
