import Foundation

/// What the dynamic loader runs when it has loaded this library, before the program.
///
/// The section is the one for such functions; the attribute keeps the linker from
/// dropping it.
@section(".init_array")
@used
private let atLoad: @convention(c) () -> Void = {
  guard let path = ProcessInfo.processInfo.environment[ExitReport.variable] else { return }
  // A program that this one starts is another program.
  unsafe unsetenv("LD_PRELOAD")
  unsafe unsetenv(ExitReport.variable)
  ExitReport.prepare(path: path)
}
