import Foundation

/// The sanitizer that the tests are built with.
package enum Sanitizer {
  /// A Boolean value indicating whether the thread sanitizer is active, which makes all code ten to
  /// a hundred times slower.
  package static let watchesThreads: Bool = {
    // Looks up a function of the sanitizer's runtime without calling it.
    unsafe dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
  }()
}
