internal import Foundation

extension ObservableType {
  /// Returns an observable sequence that sends the events of this sequence and prints
  /// subscriptions, events and disposals to standard output.
  ///
  ///     2026-03-01 10:00:00.000: clicks -> Event next(3)
  ///
  /// - Parameters:
  ///   - identifier: The name that is printed in each line. The default is the file, line and
  ///     function of the call.
  ///   - trimOutput: Whether element and error descriptions of more than 40 characters are
  ///     shortened to their first and last 20 characters.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  ///   - function: The function of the call.
  /// - Returns: An observable sequence with the events of this sequence.
  public func debug(
    _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file,
    line: UInt = #line, function: String = #function
  ) -> Observable<Element> {
    let location = "\(file.split(separator: "/").last ?? ""):\(line) (\(function))"
    return Debug(asObservable(), identifier ?? location, trimOutput)
  }
}

final class DebugSink<Element>: Sink<Element, Element>, @unchecked Sendable {
  private let identifier: String
  private let trimOutput: Bool

  init(
    _ identifier: String, _ trimOutput: Bool, observer: ObserverBase<Element>,
    cancel: SinkDisposer
  ) {
    self.identifier = identifier
    self.trimOutput = trimOutput
    super.init(observer: observer, cancel: cancel)
  }

  override func run(_ source: Observable<Element>) -> DisposableObject {
    log("subscribed")
    let disposal = AnonymousDisposable { [self] in log("isDisposed") }
    return BinaryDisposable(source.attach(self), disposal)
  }

  override func next(_ element: Element) {
    log("Event next(\(trimmed("\(element)")))")
    send(element)
  }

  override func error(_ error: any Error) {
    log("Event error(\(trimmed("\(error)")))")
    sendError(error)
  }

  override func completed() {
    log("Event completed")
    sendCompleted()
  }

  private func trimmed(_ text: String) -> String {
    guard trimOutput, text.count > 40 else { return text }
    return "\(text.prefix(20))...\(text.suffix(20))"
  }

  private func log(_ text: String) {
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS"
    let time = formatter.string(from: Date())
    print("\(time): \(identifier) -> \(text)")
  }
}

final class Debug<Element>: SourceProducer<Element, Element>, @unchecked Sendable {
  private let identifier: String
  private let trimOutput: Bool

  init(_ source: Observable<Element>, _ identifier: String, _ trimOutput: Bool) {
    self.identifier = identifier
    self.trimOutput = trimOutput
    super.init(source)
  }

  override func makeSink(
    _ observer: ObserverBase<Element>, cancel: SinkDisposer
  ) -> Sink<Element, Element> {
    DebugSink(identifier, trimOutput, observer: observer, cancel: cancel)
  }
}
