import CSwiftABI

/// The sanitizers that replace the allocator. With a sanitizer, allocations cannot be recorded.
package enum Sanitizer {
  /// The name of the sanitizer with which a forked process cannot examine the heap.
  package static let address = "AddressSanitizer"

  private static let names = [
    "__asan_init": address, "__tsan_init": "ThreadSanitizer",
    "__msan_init": "MemorySanitizer", "__lsan_init": "LeakSanitizer",
  ]

  /// The functions that identify the sanitizers. Each sanitizer's runtime exports one of them.
  package static let exports = ["__asan_init", "__tsan_init", "__msan_init", "__lsan_init"]

  /// Returns the name of the sanitizer whose runtime exports a function.
  package static func name(ofRuntimeExporting function: String) -> String {
    names[function] ?? "a sanitizer"
  }

  /// The name of the sanitizer with which this program was built; `nil` if there is none.
  package static var ofThisProcess: String? {
    exports.first { name in
      unsafe name.withCString { unsafe lk_exported_symbol($0) } != nil
    }.map(name)
  }
}
