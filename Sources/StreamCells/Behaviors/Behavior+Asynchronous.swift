import Dispatch
import Foundation
import Scenarios
import Streams

extension Behavior {
  /// Streams that are read as asynchronous sequences or as values, and streams that are made from
  /// asynchronous sequences.
  static let asynchronous = [
    Behavior("values", "left early") { check in
      let subject = PublishSubject<Int>()
      let stream = Streamed(subject.values)
      subject.onNext(1)
      subject.onNext(2)
      check.expect(subject.hasObservers, "the subject is not subscribed to")
      check.wait {
        do {
          guard let values = stream.take() else { return }
          for try await value in values {
            check.log.append("\(value)")
            if value == 2 { break }
          }
        } catch { check.log.append("error") }
      }
      check.expectLog("1 2")
      check.expectSoon("the stream is still subscribed to after the loop ended") {
        !subject.hasObservers
      }
    },
    Behavior("values", "to their end") { check in
      for ending in [Event<Int>.completed, .error(CellError())] {
        let subject = PublishSubject<Int>()
        let stream = Streamed(subject.values)
        subject.onNext(1)
        subject.on(ending)
        check.wait {
          do {
            guard let values = stream.take() else { return }
            for try await value in values { check.log.append("\(value)") }
            check.log.append("completed")
          } catch { check.log.append("error") }
        }
        check.expectLog(ending.isCompleted ? "1 completed" : "1 error")
      }
    },
    Behavior("values", "of Infallible, left early") { check in
      let subject = PublishSubject<Int>()
      let stream = Streamed(subject.asInfallible(onErrorJustReturn: 9).values)
      subject.onNext(1)
      subject.onNext(2)
      check.wait {
        guard let values = stream.take() else { return }
        for await value in values {
          check.log.append("\(value)")
          if value == 2 { break }
        }
      }
      check.expectLog("1 2")
      check.expectSoon("the stream is still subscribed to after the loop ended") {
        !subject.hasObservers
      }
    },
    Behavior("value", "of traits") { check in
      check.wait {
        let single = try? await Single.just(1).value
        check.log.append("\(single ?? 0)")
        let maybe = try? await Maybe.just(2).value
        check.log.append("\(maybe ?? 0)")
        let none = try? await Maybe<Int>.empty().value
        check.log.append("\(none ?? 7)")
        do { _ = try await Single<Int>.error(CellError()).value } catch is CellError {
          check.log.append("error")
        } catch { check.log.append("\(error)") }
        do { try await Completable.empty().value } catch { check.log.append("\(error)") }
      }
      check.expectLog("1 2 7 error")
    },
    Behavior("value", "in a task that is cancelled") { check in
      let subject = PublishSubject<Int>()
      let single = subject.take(1).asSingle()
      let task = Task.detached { () -> String in
        do { return "\(try await single.value)" } catch { return "cancelled" }
      }
      check.expectSoon("the task did not subscribe") { subject.hasObservers }
      task.cancel()
      check.wait { check.log.append(await task.value) }
      check.expectLog("cancelled")
      check.expectSoon("the source of a cancelled task is still subscribed to") {
        !subject.hasObservers
      }
    },
    Behavior("value", "in a task that was cancelled before it reads value") { check in
      let subject = PublishSubject<Int>()
      let single = subject.take(1).asSingle()
      let task = Task.detached { () -> String in
        while !Task.isCancelled { await Task.yield() }
        do { return "\(try await single.value)" } catch { return "cancelled" }
      }
      task.cancel()
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        _ = await task.value
        done.signal()
      }
      let isOver = done.wait(timeout: .now() + 1) == .success
      check.expect(isOver, "the task waits for a value although it was cancelled")
      check.expect(!subject.hasObservers, "the source of a cancelled task is still subscribed to")
      if !isOver { subject.onNext(1) }
    },
    Behavior("asObservable", "of a sequence that is cancelled") { check in
      for kind in 0..<3 {
        let sequence = AsyncThrowingStream<Int, any Error> { continuation in
          continuation.yield(1)
          switch kind {
          case 0: continuation.finish()
          case 1: continuation.finish(throwing: CancellationError())
          default: continuation.finish(throwing: CellError())
          }
        }
        let done = DispatchSemaphore(value: 0)
        let subscription = sequence.asObservable().subscribe(
          onNext: { check.log.append("\($0)") },
          onError: { _ in
            check.log.append("error")
            done.signal()
          },
          onCompleted: {
            check.log.append("completed")
            done.signal()
          })
        check.expect(done.wait(timeout: .now() + 1) == .success, "no terminal event arrived")
        subscription.dispose()
        check.expectLog(kind == 2 ? "1 error" : "1 completed")
      }
    },
  ]
}

extension Check {
  /// Runs asynchronous code. Fails the matrix cell if the code takes longer than ``WaitTimeout``.
  func wait(_ body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      done.signal()
    }
    expectSignal(done, "a task did not end")
  }

  /// Waits for a signal. Fails the cell if the signal does not arrive.
  func expectSignal(_ semaphore: DispatchSemaphore, _ complaint: String) {
    var hasArrived = false
    WaitTimeout.wait {
      hasArrived = semaphore.wait(timeout: .now()) == .success
      return hasArrived
    }
    expect(hasArrived, complaint)
  }

  /// Waits briefly for a condition. Fails the cell if the condition does not become true.
  func expectSoon(_ complaint: String, _ condition: () -> Bool) {
    WaitTimeout.wait(until: condition)
    expect(condition(), complaint)
  }
}

/// A box from which a task takes a value once.
private final class Streamed<Value>: @unchecked Sendable {
  private var value: Value?

  init(_ value: Value) { self.value = value }

  func take() -> Value? { value.take() }
}
