import CSwiftABI

/// The sanitizers that replace the allocator, so that allocations cannot be recorded.
package enum Sanitizer {
  private static let names = [
    "__asan_init": "AddressSanitizer", "__tsan_init": "ThreadSanitizer",
    "__msan_init": "MemorySanitizer", "__lsan_init": "LeakSanitizer",
  ]

  /// The functions that the runtimes of sanitizers export.
  package static let exports = ["__asan_init", "__tsan_init", "__msan_init", "__lsan_init"]

  /// Returns the name of the sanitizer whose runtime exports a function.
  package static func name(ofRuntimeExporting function: String) -> String {
    names[function] ?? "a sanitizer"
  }

  /// The name of the sanitizer that this process was built with, if any.
  package static var ofThisProcess: String? {
    exports.first { name in
      unsafe name.withCString { unsafe lk_exported_symbol($0) } != nil
    }.map(name)
  }
}
