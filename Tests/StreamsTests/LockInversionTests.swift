import Dispatch
import Foundation
import Streams
import TestSupport
import Testing

/// A case in which one thread calls the library while another thread runs a handler inside the
/// library.
struct LockInversion: Sendable, CustomTestStringConvertible {
  let name: String
  /// A closure that sets up objects with a handler. It returns three closures: one makes the
  /// library call the handler, one makes another call into the same part of the library, and one
  /// ends the subscription or disposes the subject.
  let prepare: @Sendable (_ handler: @escaping () -> Void) -> Calls

  struct Calls: @unchecked Sendable {
    let reachHandler: () -> Void
    let callIn: () -> Void
    let cleanUp: () -> Void
  }

  init(_ name: String, _ prepare: @escaping @Sendable (@escaping () -> Void) -> Calls) {
    self.name = name
    self.prepare = prepare
  }

  var testDescription: String { name }

  /// Returns a case in which an operator combines two subjects. An event of one subject reaches the
  /// handler while the other subject sends.
  static func combining(
    _ name: String,
    first: @escaping @Sendable (PublishSubject<Int>, PublishSubject<Int>) -> Void = { left, _ in
      left.onNext(1)
    },
    _ combine: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) -> LockInversion {
    LockInversion(name) { handler in
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      let subscription = combine(left, right).subscribe(onNext: { _ in handler() })
      return Calls(
        reachHandler: { first(left, right) },
        callIn: { right.onNext(2) },
        cleanUp: { subscription.dispose() })
    }
  }

  /// Returns a case in which a subject is called while one of its handlers runs.
  static func subject<Kind: SubjectBase<Int>>(
    _ name: String, _ make: @escaping @Sendable () -> Kind,
    reach: @escaping @Sendable (Kind, @escaping () -> Void) -> Void,
    call: @escaping @Sendable (Kind) -> Void
  ) -> LockInversion {
    LockInversion(name) { handler in
      let subject = make()
      return Calls(
        reachHandler: { reach(subject, handler) }, callIn: { call(subject) },
        cleanUp: { subject.dispose() })
    }
  }

  static let all: [LockInversion] = [
    .subject(
      "behavior replay on subscribe", { BehaviorSubject(value: 1) },
      reach: { subject, handler in _ = subject.subscribe(onNext: { _ in handler() }) },
      call: { $0.onNext(2) }),
    .subject(
      "replay on subscribe",
      {
        let subject = ReplaySubject<Int>.createUnbounded()
        subject.onNext(1)
        return subject
      },
      reach: { subject, handler in _ = subject.subscribe(onNext: { _ in handler() }) },
      call: { _ = $0.subscribe(onNext: { _ in }) }),
    .subject(
      "subscribe after completion",
      {
        let subject = BehaviorSubject(value: 1)
        subject.onCompleted()
        return subject
      },
      reach: { subject, handler in _ = subject.subscribe(onCompleted: handler) },
      call: { _ = $0.isDisposed }),
    .subject(
      "publish while publishing", { PublishSubject<Int>() },
      reach: { subject, handler in
        _ = subject.subscribe(onNext: { _ in handler() })
        subject.onNext(1)
      },
      call: { $0.onNext(2) }),
    .subject(
      "async completion", { AsyncSubject<Int>() },
      reach: { subject, handler in
        _ = subject.subscribe(onNext: { _ in handler() })
        subject.onNext(1)
        subject.onCompleted()
      },
      call: { _ = $0.subscribe(onNext: { _ in }) }),
    .subject(
      "error released by dispose()", { PublishSubject<Int>() },
      reach: { subject, handler in
        subject.onError(ErrorWithPayload(payload: Payload(handler)))
        subject.dispose()
      },
      call: { _ = $0.hasObservers }),
    .combining(
      "combineLatest",
      first: {
        $1.onNext(0)
        $0.onNext(1)
      }
    ) {
      .combineLatest($0, $1) { $0 + $1 }
    },
    .combining(
      "zip",
      first: {
        $1.onNext(0)
        $0.onNext(1)
      }
    ) { .zip($0, $1) { $0 + $1 } },
    .combining("merge") { .merge($0, $1) },
    .combining("take(until:)") { $0.take(until: $1) },
    .combining(
      "skip(until:)",
      first: {
        $1.onNext(0)
        $0.onNext(1)
      }
    ) { $0.skip(until: $1) },
    .combining(
      "withLatestFrom",
      first: {
        $1.onNext(0)
        $0.onNext(1)
      }
    ) {
      $0.withLatestFrom($1)
    },
    .combining("flatMapLatest") { left, right in
      Observable.of(0).concat(Observable.never()).flatMapLatest { _ in
        Observable.merge(left, right)
      }
    },
    .combining("switchLatest") { left, right in
      right.startWith(0).map { _ in left }.switchLatest()
    },
    .combining("flatMap") { left, right in Observable.of(left, right).flatMap { $0 } },
    .combining("concat") { $0.concat($1) },
    .combining("amb") { $0.amb($1) },
    .combining(
      "sample",
      first: {
        $0.onNext(1)
        $1.onNext(0)
      }
    ) { $0.sample($1) },
    .combining("retry(when:)") { left, right in left.retry(when: { _ in right }) },
    .combining("share") { left, right in Observable.merge(left, right).share() },
    .combining("share(replay:)") { left, right in Observable.merge(left, right).share(replay: 1) },
  ]
}

private struct ErrorWithPayload: Error {
  let payload: Payload
}

/// An object that calls a closure when it is deinitialized.
private final class Payload: @unchecked Sendable {
  private let onDeinit: () -> Void
  init(_ onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }
  deinit { onDeinit() }
}

@Suite(.countsResources) struct LockInversionTests {
  /// Thread 1 holds a lock of the program and calls the library. Thread 2 runs a handler inside the
  /// library, and the handler waits for that lock. The call must not wait for the handler.
  @Test(arguments: LockInversion.all)
  func aCallDoesNotWaitForARunningHandler(inversion: LockInversion) {
    let programsLock = NSLock()
    let (handlerRuns, locked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (firstEnded, secondEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let handled = Counter()
    let calls = inversion.prepare {
      guard handled.increment() == 0 else { return }
      handlerRuns.signal()
      locked.wait()
      programsLock.withLock {}
    }
    let (firstThread, secondThread) = (DispatchQueue(label: "1"), DispatchQueue(label: "2"))
    firstThread.async {
      programsLock.withLock {
        handlerRuns.wait()
        locked.signal()
        calls.callIn()
      }
      firstEnded.signal()
    }
    secondThread.async {
      calls.reachHandler()
      secondEnded.signal()
    }
    let deadline = DispatchTime.now() + .seconds(10)
    let first = firstEnded.wait(timeout: deadline)
    let second = secondEnded.wait(timeout: deadline)
    #expect(first == .success, "the caller waits for the handler")
    #expect(second == .success, "the handler waits for the caller")
    #expect(handled.value > 0, "the handler was not reached")
    guard first == .success, second == .success else { return }
    // Waits until the closures and their captures have been released.
    firstThread.sync {}
    secondThread.sync {}
    calls.cleanUp()
  }
}
