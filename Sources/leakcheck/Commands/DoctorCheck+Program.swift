import Foundation
import HeapWalking

extension DoctorCheck {
  /// Returns checks of whether a program's file can be examined.
  ///
  /// - Throws: ``UsageError`` if there is no such program.
  static func checks(ofProgram name: String) throws(UsageError) -> [DoctorCheck] {
    guard let url = ExecutableSearch.find(name) else {
      throw UsageError("there is no program '\(name)' that can be run")
    }
    let file = ELFFile(path: url.path)
    var checks = [linkage(of: url)]
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

  private static func linkage(of url: URL) -> DoctorCheck {
    let name = url.lastPathComponent
    switch ProgramFile(url).linkage {
    case .dynamic:
      return DoctorCheck(name: "program", outcome: .success, text: "\(name) can be examined")
    case .staticRuntime:
      return DoctorCheck(
        name: "program", outcome: .limitation,
        text: "\(name) contains the Swift runtime (-static-stdlib): it is recorded by its symbols")
    case .fullyStatic:
      return DoctorCheck(
        name: "program", outcome: .failure,
        text: "\(name) is fully static: nothing can be loaded into it; build it without"
          + " -static-executable")
    case .noSwift:
      return DoctorCheck(
        name: "program", outcome: .failure,
        text: "\(name) contains no Swift; exec --follow examines the Swift programs that it starts")
    case .sanitized(let sanitizer):
      return DoctorCheck(
        name: "program", outcome: .failure,
        text: "\(name) is built with \(sanitizer), which replaces the allocator; build it without"
          + " -sanitize")
    case .privileged:
      return DoctorCheck(
        name: "program", outcome: .failure,
        text: "\(name) runs with the rights of another user or group (setuid), so "
          + "the dynamic loader"
          + " ignores the recorder")
    }
  }
}
