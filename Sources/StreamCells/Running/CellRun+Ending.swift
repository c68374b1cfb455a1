import Scenarios
import Streams

extension CellRun {
  /// Ends the subscription. If the ending is `none`, sends another element instead.
  func end() {
    switch ending {
    case .completion, .error: ending.event.map { send($0) }
    case .dispose: (host.owner(Owner.subscription) as? any Disposable)?.dispose()
    case .bagDrop: host.drop(Owner.bag)
    case .none: send(.next(2))
    }
    advanceClock()
  }
}

extension Ending {
  /// The event that the source sends; `nil` if the cell ends the subscription or nothing ends it.
  var event: Event<Int>? {
    switch self {
    case .completion: .completed
    case .error: .error(CellError())
    case .dispose, .bagDrop, .none: nil
    }
  }
}
