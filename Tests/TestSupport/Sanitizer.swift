import Foundation

/// The sanitizer with which the tests are built.
package enum Sanitizer {
  /// A Boolean value indicating whether the thread sanitizer is active. It makes all code ten to a
  /// hundred times slower.
  package static let watchesThreads: Bool = {
    // Looks up a function of the sanitizer's runtime, without calling it.
    unsafe dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
  }()
}
