import Foundation
import HeapWalking

extension DoctorCheck {
  /// Returns the checks that show whether a program can be examined.
  ///
  /// - Throws: ``CommandError`` if there is no program with that name.
  static func checks(ofProgram name: String) throws(CommandError) -> [DoctorCheck] {
    guard let url = ExecutableSearch.find(name) else {
      throw CommandError("there is no program '\(name)' that can be run")
    }
    let file = ELFFile(path: url.path)
    var checks = [linkage(of: url, file)]
    guard checks[0].outcome != .failure else { return checks }
    checks.append(
      check(
        "debug info", file.hasSection(startingWith: ".debug_info"),
        "files and lines are known",
        "none: closures are named without file and line; build with -g"))
    checks.append(
      check(
        "symbols", file.hasSection(startingWith: ".symtab"),
        "closures are named by their functions",
        "stripped: closures have no names"))
    checks.append(
      check(
        "reflection", file.hasSection(startingWith: "swift5_fieldmd"), "fields are read by type",
        "built without reflection metadata: fields are scanned, confidence is lower"))
    if let allocator = file.neededLibraries.first(where: {
      $0.contains("jemalloc") || $0.contains("tcmalloc") || $0.contains("mimalloc")
    }) {
      checks.append(
        DoctorCheck(
          name: "its allocator", outcome: .success, text: "\(allocator), recorded as well"))
    }
    return checks
  }

  private static func check(
    _ name: String, _ isThere: Bool, _ good: String, _ bad: String
  ) -> DoctorCheck {
    DoctorCheck(name: name, outcome: isThere ? .success : .limitation, text: isThere ? good : bad)
  }

  private static func linkage(of url: URL, _ file: ELFFile) -> DoctorCheck {
    let name = url.lastPathComponent
    let (outcome, text): (Outcome, String) =
      switch ProgramFile(url).linkage {
      case .dynamic: (.success, "can be examined")
      case .staticRuntime where !file.hasSection(startingWith: ".symtab"):
        (
          .failure,
          "contains the Swift runtime (-static-stdlib) and no symbols, so exec cannot record it;"
            + " strip it with -g only, or link the runtime dynamically"
        )
      case .staticRuntime:
        (
          .limitation,
          "contains the Swift runtime (-static-stdlib): exec finds the runtime's functions by the"
            + " program's symbols"
        )
      case .fullyStatic:
        (
          .failure,
          "is fully static, so the recorder cannot be loaded into it; build it without"
            + " -static-executable"
        )
      case .noSwift:
        (.failure, "contains no Swift; exec --follow examines the Swift programs that it starts")
      case .sanitized(let sanitizer):
        (
          .failure,
          "is built with \(sanitizer), which replaces the allocator; build it without -sanitize"
        )
      case .privileged:
        (
          .failure,
          "runs with the rights of another user or group (setuid), so the dynamic loader"
            + " ignores the recorder"
        )
      }
    return DoctorCheck(name: "program", outcome: outcome, text: "\(name) \(text)")
  }
}
