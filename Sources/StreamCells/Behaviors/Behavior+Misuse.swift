import Scenarios
import Streams

extension Behavior {
  /// Programming errors for which the library stops the program, so that no event is lost without
  /// notice.
  static let misuse = [
    Behavior("programming errors", "stop the program") { check in
      for (name, use) in uses {
        use(false)
        check.expect(TrapTest.traps { use(true) }, "\(name) does not stop the program")
        check.expect(!TrapTest.traps { use(false) }, "correct use traps as well (\(name))")
      }
    }
  ]

  /// Programming errors by name. Each closure makes the error if its argument is `true`, and uses
  /// the library correctly if it is `false`.
  private static var uses: [(String, (_ isWrong: Bool) -> Void)] {
    [
      (
        "a second assignment",
        { isWrong in
          let single = SingleAssignmentDisposable()
          for _ in 0..<(isWrong ? 2 : 1) { single.disposable = Disposables.create() }
        }
      ),
      (
        "a second assignment by the method",
        { isWrong in
          let single = SingleAssignmentDisposable()
          for _ in 0..<(isWrong ? 2 : 1) { single.setDisposable(Disposables.create()) }
        }
      ),
      (
        "a second assignment after disposal",
        { isWrong in
          let single = SingleAssignmentDisposable()
          single.dispose()
          for _ in 0..<(isWrong ? 2 : 1) { single.disposable = Disposables.create() }
        }
      ),
      ("take(-1)", { _ = Observable<Int>.never().take($0 ? -1 : 0) }),
      ("element(at: -1)", { _ = Observable<Int>.never().element(at: $0 ? -1 : 0) }),
      (
        "merge(maxConcurrent: 0)",
        { _ = Observable<Observable<Int>>.never().merge(maxConcurrent: $0 ? 0 : 1) }
      ),
      ("a negative replay buffer", { _ = ReplaySubject<Int>.create(bufferSize: $0 ? -1 : 0) }),
    ]
  }
}
