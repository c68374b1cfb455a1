import Foundation

/// The command-line arguments with which this process was started.
enum CommandLineArguments {
  // Both variables are written once, before `main`.
  nonisolated(unsafe) fileprivate static var count: Int32 = 0
  nonisolated(unsafe) fileprivate static var start:
    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  /// The name of the command, followed by its arguments.
  ///
  /// The arguments do not come from `CommandLine`, which reads them from `/proc` and is empty if
  /// `/proc` is not mounted.
  static var all: [String] {
    guard let start = unsafe start else { return CommandLine.arguments }
    // The array can be read, because the C library passes it to `main`, and it exists as long as
    // the process.
    return unsafe UnsafeBufferPointer(start: start, count: Int(count)).compactMap { argument in
      unsafe argument.map { unsafe String(cString: $0) }
    }
  }

  /// The executable file of this command.
  ///
  /// `Bundle.main` is not used, because it ends the process if `/proc` is not mounted.
  static var executable: URL {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    if let link { return URL(fileURLWithPath: link) }
    let name = all.first ?? "leakcheck"
    return ExecutableSearch.find(name) ?? URL(fileURLWithPath: name)
  }
}

#if canImport(Glibc)
  /// The function that the dynamic loader calls before `main`, with the arguments of `main`.
  @section(".init_array")
  @used
  private let atLoad:
    @convention(c) (Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Void = {
      unsafe CommandLineArguments.count = $0
      unsafe CommandLineArguments.start = unsafe $1
    }
#endif
