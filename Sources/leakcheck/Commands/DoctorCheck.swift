import Foundation
import HeapWalking

/// A check in the output of `leakcheck doctor`, with its result.
struct DoctorCheck: Equatable {
  /// The result of a check.
  enum Outcome: String {
    case success = "✓"
    /// A limitation. Leaks are still found.
    case limitation = "!"
    /// A failure that prevents `leakcheck exec` from working.
    case failure = "✖"
  }

  var name: String
  var outcome: Outcome
  /// The result and, for a problem, the fix.
  var text: String

  /// Returns the outcome, the name and the text of the check, divided into lines of at most `width`
  /// characters as by ``HelpText/filled(_:width:indent:)``.
  func lines(width: Int) -> String {
    let indent = 20
    let head = "\(outcome.rawValue) \(name)"
    let lines = HelpText.filled(text, width: width, indent: indent)
    let padding = String(repeating: " ", count: max(1, indent - head.count))
    let first = String((lines.first ?? "").dropFirst(indent))
    return ([head + padding + first] + lines.dropFirst()).joined(separator: "\n")
  }

  static var recorder: DoctorCheck {
    if let library = PreloadedProgram.findLibrary() {
      return DoctorCheck(name: "recorder", outcome: .success, text: library.lastPathComponent)
    }
    return DoctorCheck(
      name: "recorder", outcome: .failure,
      text:
        "\(PreloadedProgram.libraryName) is neither beside leakcheck nor in ../lib: make install"
        + " installs it, swift build --product LeakPreload builds it")
  }

  /// A message about a missing symbolizer: the consequence, and where to find a symbolizer.
  static let missingSymbolizer =
    "llvm-symbolizer is neither in PATH nor beside swift, so closures and allocations are shown"
    + " without files and lines; it is in the bin folder of a Swift toolchain"

  static var symbolizer: DoctorCheck {
    if let tool = SymbolizerTool.executable {
      return DoctorCheck(
        name: "symbolizer", outcome: .success,
        text: "\(tool.lastPathComponent): files and lines of closures and allocations")
    }
    return DoctorCheck(name: "symbolizer", outcome: .limitation, text: missingSymbolizer)
  }

  static var kernel: DoctorCheck {
    var name = utsname()
    unsafe uname(&name)
    let release = field(name.release)
    let machine = field(name.machine)
    let isTested = machine == "x86_64"
    return DoctorCheck(
      name: "kernel", outcome: isTested ? .success : .limitation,
      text: "\(field(name.sysname)) \(release), \(machine)"
        + (isTested ? "" : ": leakcheck is tested on x86_64 only"))
  }

  /// Returns the text in a field of `utsname`, which ends before the first zero byte.
  private static func field<Bytes>(_ bytes: Bytes) -> String {
    unsafe withUnsafeBytes(of: bytes) { buffer in
      unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  static var ptraceScope: DoctorCheck {
    let scope = text(ofFile: "/proc/sys/kernel/yama/ptrace_scope")
    let value = scope.map { "ptrace_scope \($0)" } ?? "no Yama"
    return DoctorCheck(
      name: "ptrace", outcome: .success,
      text: "\(value): not needed, because the recorder runs inside the program")
  }

  static var sandbox: DoctorCheck {
    let actions = text(ofFile: "/proc/sys/kernel/seccomp/actions_avail") ?? ""
    guard actions.contains("errno") else {
      return DoctorCheck(
        name: "sandbox", outcome: .limitation,
        text: "no seccomp: breaks are not executed, so confidence is never \"verified\"")
    }
    return DoctorCheck(
      name: "sandbox", outcome: .success,
      text: "seccomp: breaks can be executed in a sandboxed forked process")
  }

  static var allocator: DoctorCheck {
    let preloaded = ProcessInfo.processInfo.environment["LD_PRELOAD"] ?? ""
    guard preloaded.isEmpty else {
      return DoctorCheck(
        name: "allocator", outcome: .limitation,
        text: "LD_PRELOAD loads \(preloaded) too; the recorder is loaded before it")
    }
    #if canImport(Glibc)
      return DoctorCheck(
        name: "allocator", outcome: .success,
        text: "glibc; allocators that replace malloc are recorded as well")
    #else
      return DoctorCheck(
        name: "allocator", outcome: .limitation, text: "not glibc: leakcheck is tested with glibc")
    #endif
  }

  static var graphviz: DoctorCheck {
    let hasDot = ExecutableSearch.find("dot") != nil
    return DoctorCheck(
      name: "Graphviz", outcome: .success,
      text: hasDot
        ? "dot is installed; pictures do not need it"
        : "not installed, and not needed for pictures"
    )
  }

  static func text(ofFile path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
