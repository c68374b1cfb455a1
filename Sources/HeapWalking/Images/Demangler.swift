import CSwiftABI
import Foundation

/// The runtime's own demangler.
enum Demangler {
  /// Returns the readable form of a Swift symbol; `nil` if the name is not a Swift symbol.
  static func demangle(_ symbol: String) -> String? {
    unsafe symbol.withCString { text in
      guard let copy = unsafe lk_demangle(text, symbol.utf8.count) else { return nil }
      defer { unsafe free(copy) }
      return unsafe String(cString: copy)
    }
  }
}
