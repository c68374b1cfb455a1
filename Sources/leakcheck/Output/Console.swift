import Foundation
import Reporting

/// The command's standard output and standard error.
enum Console {
  /// Writes lines to standard output.
  ///
  /// A closed reader ends the process as it does any other tool: by SIGPIPE.
  static func print(_ text: String) {
    if text.isEmpty { return }
    FileHandle.standardOutput.write(Data((text.hasSuffix("\n") ? text : text + "\n").utf8))
  }

  /// Writes one line to standard error.
  static func complain(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  /// Colours may be used on standard output.
  ///
  /// `NO_COLOR` and a `TERM` of `dumb` turn them off unless they are asked for.
  static func usesColor(_ setting: ReportOptions.Color) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    switch setting {
    case .always: return true
    case .never: return false
    case .auto:
      let isRefused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
      return !isRefused && isatty(STDOUT_FILENO) == 1
    }
  }
}

extension ReportOptions {
  /// How text on standard output is marked.
  var style: Style { Console.usesColor(color) ? .colored : .plain }
}
