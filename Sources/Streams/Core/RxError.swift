/// The errors of the library itself.
///
/// `@unchecked Sendable`: the object of `disposed` is one of the library's, and those may
/// be shared between threads.
public enum RxError: Error, @unchecked Sendable {
  /// Something that cannot happen did.
  case unknown
  /// The object was disposed.
  case disposed(object: AnyObject)
  /// An arithmetic overflow.
  case overflow
  /// An index outside the sequence.
  case argumentOutOfRange
  /// The sequence has no element.
  case noElements
  /// The sequence has more elements than the one expected.
  case moreThanOneElement
  /// Nothing happened in time.
  case timeout
}

extension RxError: CustomDebugStringConvertible {
  public var debugDescription: String {
    switch self {
    case .unknown: "Unknown error occurred."
    case .disposed(let object): "Object `\(object)` was already disposed."
    case .overflow: "Arithmetic overflow occurred."
    case .argumentOutOfRange: "Argument out of range."
    case .noElements: "Sequence doesn't contain any elements."
    case .moreThanOneElement: "Sequence contains more than one element."
    case .timeout: "Sequence timeout."
    }
  }
}
