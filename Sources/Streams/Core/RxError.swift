/// The errors that the library defines.
///
/// `@unchecked Sendable`: the library creates `disposed` only with its own objects, and these may
/// be shared between threads.
public enum RxError: Error, @unchecked Sendable {
  /// An error without a known cause. The library does not produce it.
  case unknown
  /// An object was used after it was disposed.
  case disposed(object: AnyObject)
  /// An arithmetic overflow. The library does not produce it.
  case overflow
  /// An index was outside the sequence.
  case argumentOutOfRange
  /// A sequence completed without sending a required element.
  case noElements
  /// A sequence that may send at most one element sent a second one.
  case moreThanOneElement
  /// A sequence sent no event in the given time.
  case timeout
}

extension RxError: CustomDebugStringConvertible {
  /// The message of the error, which is the same as in RxSwift.
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
