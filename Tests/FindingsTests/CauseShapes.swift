import Findings
import OwnershipGraph
import Testing

/// A cause, and a cycle that it creates. The fixed form is the same cycle with a weak reference
/// in the last line.
struct CauseShape: CustomTestStringConvertible, Sendable {
  var cause: Cause
  var lines: [String]

  init(_ cause: Cause, _ lines: [String]) {
    self.cause = cause
    self.lines = lines
  }
  var testDescription: String { cause.rawValue }
}

/// The references between a bag, the disposer of a subscription and the sink, as the stream library
/// creates them.
private let subscription = [
  "Streams.DisposeBag -disposables[*]-> Streams.SinkDisposer",
  "Streams.SinkDisposer -sink-> Streams.MapSink", "Streams.MapSink -cancel-> Streams.SinkDisposer",
]

/// A leaking form of each cause that the references alone show.
let causeShapes = [
  CauseShape(
    .recursiveClosure,
    ["closure #1 in App.A.f() -capture #1-> Box", "Box -value-> closure #1 in App.A.f()"]),
  CauseShape(
    .selfRetainingDisposable,
    [
      "RACDisposables.BlockDisposable -action-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture #1-> RACDisposables.BlockDisposable",
    ]),
  CauseShape(.objectRetainsItself, ["App.A -me-> App.A"]),
  CauseShape(
    .asyncSequenceOnSelf,
    [
      "Swift.AsyncStream._Storage -untyped memory-> Task", "App.A -task-> Task",
      "Task -frame-> Swift.AsyncStream._Storage", "Swift.AsyncStream._Storage -state-> App.A",
    ]),
  CauseShape(
    .operationNeverFinishes,
    [
      "Foundation.OperationQueue -__firstOperation-> Foundation.BlockOperation",
      "Foundation.BlockOperation -__queue-> Foundation.OperationQueue",
    ]),
  CauseShape(
    .awaitedContinuation,
    [
      "Task -frame-> App.A", "Swift.CheckedContinuationCanary -untyped memory-> Task",
      "App.A -waiters[*]-> Swift.CheckedContinuationCanary",
    ]),
  CauseShape(
    .awaitedContinuation, ["Task -frame-> App.A", "App.A -untyped memory-> Task"]),
  CauseShape(.lostContinuation, ["App.A -task-> Task", "Task -frame-> App.A"]),
  CauseShape(
    .lostContinuation,
    [
      "Swift.AsyncStream._Storage -untyped memory-> Task",
      "Task -frame-> Swift.AsyncStream._Storage",
      "Swift.AsyncStream._Storage -onCancel-> closure #1 in App.f()",
      "Producer -frame-> Swift.AsyncStream._Storage",
      "closure #1 in App.f() -capture #1-> Producer",
    ]),
  CauseShape(
    .endlessWait,
    [
      "Swift.AsyncStream._Storage -untyped memory-> Task",
      "Task -frame-> Swift.AsyncStream._Storage",
    ]),
  CauseShape(
    .taskOnSelf,
    [
      "App.A -channel-> Foundation.Channel", "Foundation.Channel -untyped memory-> Task",
      "Task -frame-> App.A",
    ]),
  CauseShape(
    .unfoldingStream,
    [
      "App.A -any-> Swift.AsyncStream._Context",
      "Swift.AsyncStream._Context -produce-> closure #1 in Swift.AsyncStream.init(unfolding:)",
      "closure #1 in Swift.AsyncStream.init(unfolding:) -capture #1-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .autoclosureCapturesOwner,
    [
      "App.A -value-> implicit closure #1 in App.A.f()",
      "implicit closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .nestedFunctionAsHandler,
    [
      "App.A -handler-> local() in closure #1 in App.A.f()",
      "local() in closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .streamContinuation,
    [
      "App.A -continuation-> Swift.AsyncStream._Storage",
      "Swift.AsyncStream._Storage -state-> closure #1 in closure #1 in App.A.f()",
      "closure #1 in closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .bufferedElement,
    [
      "App.A -continuation-> Swift.AsyncStream._Storage",
      "Swift.AsyncStream._Storage -state[0]-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .bufferedElement,
    [
      "App.A -continuation-> Swift.AsyncThrowingStream._Storage",
      "Swift.AsyncThrowingStream._Storage -state[*].0-> App.A",
    ]),
  CauseShape(
    .fileHandleHandler,
    [
      "App.A -pipe-> Foundation.FileHandle",
      "Foundation.FileHandle -readabilitySource-> Dispatch.DispatchSource",
      "Dispatch.DispatchSource -handler-> closure #1 in FileHandle.readabilityHandler.setter",
      "closure #1 in FileHandle.readabilityHandler.setter -capture #1-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .threadRetainsBlock,
    [
      "App.A -threads[*]-> Foundation.Thread",
      "Foundation.Thread -_main-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .dispatchSource,
    [
      "App.A -source-> Dispatch.DispatchSource",
      "Dispatch.DispatchSource -handler-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .dispatchGroup,
    [
      "App.A -group-> Dispatch.DispatchGroup",
      "Dispatch.DispatchGroup -untyped memory-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .libraryHandlerCapturesOwner,
    [
      "App.A -operation-> Foundation.BlockOperation",
      "Foundation.BlockOperation -_block-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .dispatchWorkItem,
    [
      "App.A -item-> Dispatch.DispatchWorkItem",
      "Dispatch.DispatchWorkItem -_block-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .timer,
    [
      "App.A -timer-> Foundation.Timer", "Foundation.Timer -_fire-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .notificationObserver,
    [
      "App.A -token-> Foundation.NSNotificationToken",
      "Foundation.NSNotificationToken -block-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .keyValueObservation,
    [
      "App.A -observation-> Foundation.NSKeyValueObservation",
      "Foundation.NSKeyValueObservation -handler-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .trampolineRetainsTarget,
    [
      "App.A -trampoline-> RACDisposables.KeyValueTrampoline",
      "RACDisposables.KeyValueTrampoline -target-> App.A",
    ]),
  CauseShape(
    .sharedStreamNeverReleased,
    [
      "Streams.ShareReplay -connection-> Streams.ShareReplayConnection",
      "Streams.ShareReplayConnection -parent-> Streams.ShareReplay",
    ]),
  CauseShape(
    .neverEndedSubscription,
    [
      "Streams.SinkDisposer -sink-> Streams.MapSink",
      "Streams.MapSink -cancel-> Streams.SinkDisposer",
    ]),
  CauseShape(
    .accumulatorRetainsOwner,
    [
      "App.A -subscription-> Streams.SinkDisposer", "Streams.SinkDisposer -sink-> Streams.ScanSink",
      "Streams.ScanSink -accumulated-> App.A",
    ]),
  CauseShape(
    .mutualObservers,
    [
      "App.A -onChange-> closure #1 in App.B.f()", "closure #1 in App.B.f() -capture self-> App.B",
      "App.B -onChange-> closure #1 in App.A.f()", "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .handlerCapturesParent,
    [
      "App.Parent -child-> App.Child", "App.Child -onTap-> closure #1 in App.Parent.f()",
      "closure #1 in App.Parent.f() -capture self-> App.Parent",
    ]),
  CauseShape(
    .methodAsHandler,
    ["App.A -bag-> Streams.DisposeBag"] + subscription + [
      "Streams.MapSink -transform-> implicit closure #2 in implicit closure #1 in App.A.f()",
      "implicit closure #2 in implicit closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .nestedSubscription,
    ["App.A -bag-> Streams.DisposeBag"] + subscription + [
      "Streams.MapSink -observer-> closure #1 in closure #1 in App.A.f()",
      "closure #1 in closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .flatteningClosureCapturesOwner,
    [
      "App.A -subscription-> Streams.SinkDisposer",
      "Streams.SinkDisposer -sink-> Streams.FlatMapLatestSink",
      "Streams.FlatMapLatestSink -transform-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .subjectStoredInSubscriber,
    [
      "App.A -subject-> Streams.PublishSubject",
      "Streams.PublishSubject -observers[*]-> Streams.AnonymousObserver",
      "Streams.AnonymousObserver -onNext-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .bagOwnedByCaptured,
    ["App.A -bag-> Streams.DisposeBag"] + subscription + [
      "Streams.MapSink -transform-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .subscriptionOwnedByCaptured,
    [
      "App.A -subscription-> Streams.SinkDisposer", "Streams.SinkDisposer -sink-> Streams.MapSink",
      "Streams.MapSink -transform-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .disposableOwnedByCaptured,
    [
      "App.A -closing-> Streams.AnonymousDisposable",
      "Streams.AnonymousDisposable -action-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .lazyClosure,
    [
      "App.A -title-> closure #1 in App.A.title.getter",
      "closure #1 in App.A.title.getter -capture self-> App.A",
    ]),
  CauseShape(
    .handlerList,
    [
      "App.A -handlers[*]-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .handlerList,
    [
      "App.A -handlers-> Array", "Array -[*]-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .completionHandlerKept,
    [
      "App.A -completionHandler-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture self-> App.A",
    ]),
  CauseShape(
    .workItemUsesItself,
    [
      "App.A -pending-> Dispatch.DispatchWorkItem",
      "Dispatch.DispatchWorkItem -block-> closure #1 in App.A.f()",
      "closure #1 in App.A.f() -capture var item-> Dispatch.DispatchWorkItem",
    ]),
  CauseShape(
    .closureCapturesOwner,
    ["App.A -onTap-> closure #1 in App.A.f()", "closure #1 in App.A.f() -capture self-> App.A"]),
  CauseShape(
    .valueRetainsItsSubject,
    [
      "App.A -state-> Streams.BehaviorSubject", "Streams.BehaviorSubject -value-> App.B",
      "App.B -model-> App.A",
    ]),
  CauseShape(.strongDelegate, ["App.A -child-> App.B", "App.B -delegate-> App.A"]),
  CauseShape(.strongDelegate, ["App.A -table-> App.B", "App.B -dataSource-> App.A"]),
  CauseShape(.strongParent, ["App.A -children[*]-> App.B", "App.B -parent-> App.A"]),
  CauseShape(.elementRetainsContainer, ["App.A -rows[*]-> App.B", "App.B -table-> App.A"]),
]
