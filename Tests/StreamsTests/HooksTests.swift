import TestSupport
import Testing

@testable import Streams

@Suite(.countsResources) struct HooksTests {
  @Test func defaultErrorHandlerReceivesUnhandledErrors() {
    let handler = Hooks.defaultErrorHandler
    let capture = Hooks.customCaptureSubscriptionCallstack
    defer {
      Hooks.defaultErrorHandler = handler
      Hooks.customCaptureSubscriptionCallstack = capture
      Hooks.recordCallStackOnError = false
    }
    let recorder = Recorder()
    Hooks.defaultErrorHandler = { recorder.note("\($0) \($1)") }
    _ = Observable<Int>.error(TestError()).subscribe(onNext: { _ in })
    Hooks.customCaptureSubscriptionCallstack = { ["frame"] }
    Hooks.recordCallStackOnError = true
    _ = Observable<Int>.error(TestError()).subscribe()
    _ = Observable<Int>.error(TestError()).subscribe(onError: { _ in })
    #expect(recorder.events == ["[] test", "[\"frame\"] test"])
  }

  #if DEBUG
    @Test func reentrantSendingIsReportedInDebug() {
      let anomaly = Hooks.synchronizationAnomalyHandler
      defer { Hooks.synchronizationAnomalyHandler = anomaly }
      let recorder = Recorder()
      Hooks.synchronizationAnomalyHandler = { recorder.note($0) }
      let subject = PublishSubject<Int>()
      let subscription = subject.subscribe(onNext: { if $0 == 1 { subject.onNext(2) } })
      subject.onNext(0)
      #expect(recorder.events == [])
      subject.onNext(1)
      #expect(recorder.events == [SynchronizationTracker.reentrancyMessage])
      subscription.dispose()
    }
  #endif
}
