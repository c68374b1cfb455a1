import Foundation

/// What the tests are built with.
package enum Sanitizer {
  /// The thread sanitizer watches: everything takes ten to a hundred times as long.
  package static let watchesThreads: Bool = {
    // Only asks whether the program has a function of the sanitizer's runtime.
    unsafe dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
  }()
}
