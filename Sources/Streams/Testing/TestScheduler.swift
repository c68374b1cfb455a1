public import Foundation

/// A virtual time scheduler for tests of sequences.
///
///     let scheduler = TestScheduler(initialClock: 0)
///     let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
///     let result = scheduler.start { source.map { $0 * 10 } }
///     result.events   // [next(10) @ 210, completed @ 220]
public class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter>,
  @unchecked Sendable
{
  /// The default times of the `start` functions.
  public struct Defaults {
    /// The time at which the sequence is created.
    public static let created = 100
    /// The time at which the sequence is subscribed to.
    public static let subscribed = 200
    /// The time at which the subscription is disposed.
    public static let disposed = 1000
  }

  private let simulateProcessingDelay: Bool

  /// Creates a scheduler for tests.
  ///
  /// - Parameters:
  ///   - initialClock: The virtual time at which the clock starts.
  ///   - resolution: The length of a tick in seconds.
  ///   - simulateProcessingDelay: Whether work that is due immediately runs one tick later.
  public init(
    initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true
  ) {
    self.simulateProcessingDelay = simulateProcessingDelay
    super.init(
      initialClock: initialClock,
      converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
  }

  /// Returns a sequence that sends its events at absolute virtual times. Each event is sent to the
  /// observers that are subscribed at its time.
  ///
  /// - Parameter events: The events and their times.
  /// - Returns: A sequence that records its subscriptions. It sends its events when the scheduler
  ///   advances.
  public func createHotObservable<Element>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    HotObservable(scheduler: self, recordedEvents: events)
  }

  /// Returns a sequence that sends its events at virtual times counted from each subscription.
  ///
  /// - Parameter events: The events and their times.
  /// - Returns: A sequence that records its subscriptions. It sends its events when the scheduler
  ///   advances.
  public func createColdObservable<Element>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    ColdObservable(scheduler: self, recordedEvents: events)
  }

  /// Returns an observer that records the events that it receives, with their times.
  ///
  /// - Parameter type: The type of the elements.
  /// - Returns: An observer without recorded events.
  public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
    TestableObserver(scheduler: self)
  }

  /// Schedules an action to run at a virtual time.
  ///
  /// - Parameters:
  ///   - time: The virtual time.
  ///   - action: The closure to run.
  public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
    _ = scheduleAbsoluteVirtual((), time: time) { _ in
      action()
      return Disposables.create()
    }
  }

  /// Adjusts the virtual time of work that is scheduled relative to the current time.
  ///
  /// If the scheduler simulates a processing delay, work that is due immediately is scheduled one
  /// tick after the current time.
  ///
  /// - Parameter time: The virtual time at which the work is due, in ticks.
  /// - Returns: The virtual time for which the work is scheduled, in ticks.
  public override func adjustScheduledTime(_ time: TestTime) -> TestTime {
    time <= clock ? clock + (simulateProcessingDelay ? 1 : 0) : time
  }

  /// Runs a sequence from its creation to the end of its subscription, and returns the observer
  /// that recorded its events.
  ///
  /// The function returns when no scheduled work remains, or when `stop()` is called.
  ///
  /// - Parameters:
  ///   - created: The virtual time at which `create` is called.
  ///   - subscribed: The virtual time at which the sequence is subscribed to.
  ///   - disposed: The virtual time at which the subscription is disposed.
  ///   - create: A closure that returns the sequence.
  /// - Returns: The observer with the recorded events.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    created: TestTime, subscribed: TestTime, disposed: TestTime,
    create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    var source: Observable<Element>?
    let subscription = SerialDisposable()
    let observer = createObserver(Element.self)
    scheduleAt(created) { source = create().asObservable() }
    scheduleAt(subscribed) {
      if let source { subscription.disposable = source.subscribe(observer) }
    }
    scheduleAt(disposed) { subscription.dispose() }
    start()
    return observer
  }

  /// Runs a sequence that is created at time 100 and subscribed to at time 200, and returns the
  /// observer that recorded its events.
  ///
  /// - Parameters:
  ///   - disposed: The virtual time at which the subscription is disposed.
  ///   - create: A closure that returns the sequence.
  /// - Returns: The observer with the recorded events.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(
      created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed,
      create: create)
  }

  /// Runs a sequence that is created at time 100, subscribed to at time 200 and disposed at time
  /// 1000, and returns the observer that recorded its events.
  ///
  /// - Parameter create: A closure that returns the sequence.
  /// - Returns: The observer with the recorded events.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    _ create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(
      created: Defaults.created, subscribed: Defaults.subscribed, disposed: Defaults.disposed,
      create: create)
  }
}

/// A converter for virtual times in ticks of a fixed length.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType, Sendable {
  /// A virtual time in ticks.
  public typealias VirtualTimeUnit = Int

  /// A number of ticks.
  public typealias VirtualTimeIntervalUnit = Int

  private let resolution: Double

  init(resolution: Double) {
    self.resolution = resolution
  }

  /// Returns the real time that corresponds to a virtual time.
  ///
  /// - Parameter virtualTime: The virtual time in ticks.
  /// - Returns: The date that corresponds to `virtualTime`. Tick 0 is the start of 1970.
  public func convertFromVirtualTime(_ virtualTime: Int) -> RxTime {
    Date(timeIntervalSince1970: TimeInterval(virtualTime) * resolution)
  }

  /// Returns the virtual time that corresponds to a real time.
  ///
  /// - Parameter time: The real time.
  /// - Returns: The virtual time in ticks, rounded to the nearest tick; `Int.min` or `Int.max`
  ///   if the result is not representable.
  public func convertToVirtualTime(_ time: RxTime) -> Int {
    ticks(time.timeIntervalSince1970)
  }

  /// Returns the length, in seconds, of a number of ticks.
  ///
  /// - Parameter virtualTimeInterval: The number of ticks.
  /// - Returns: The length in seconds.
  public func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> TimeInterval {
    TimeInterval(virtualTimeInterval) * resolution
  }

  /// Returns the number of ticks that corresponds to a length in seconds.
  ///
  /// - Parameter timeInterval: The length in seconds.
  /// - Returns: The number of ticks, rounded to the nearest integer; `Int.min` or `Int.max` if the
  ///   result is not representable.
  public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> Int {
    ticks(timeInterval)
  }

  /// Returns the sum of a virtual time and a number of ticks.
  ///
  /// - Parameters:
  ///   - time: The virtual time in ticks.
  ///   - offset: The number of ticks to add.
  /// - Returns: The virtual time `offset` ticks after `time`.
  public func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }

  /// Returns the order of two virtual times.
  ///
  /// - Parameters:
  ///   - lhs: A virtual time in ticks.
  ///   - rhs: Another virtual time in ticks.
  /// - Returns: The order of `lhs` relative to `rhs`.
  public func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
    if lhs < rhs { .lessThan } else if lhs == rhs { .equal } else { .greaterThan }
  }

  private func ticks(_ seconds: TimeInterval) -> Int {
    Int(exactly: (seconds / resolution + 0.5).rounded(.down)) ?? (seconds < 0 ? .min : .max)
  }
}
