import Findings
import Foundation

/// A type that runs `leakcheck exec` with a program that leaks on purpose. The program is this
/// command itself, started as `leakcheck plant`.
enum DoctorSelfTest {
  /// The timeout of the test in seconds.
  private static let timeout: TimeInterval = 60

  static var check: DoctorCheck {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = RunCommand.executable
    do throws(ChildProcess.Failure) {
      _ = try ChildProcess.output(
        of: program,
        arguments: [
          "exec", "--format=json", "--fail-on=new", "--output", folder.path, "--", program.path,
          "plant",
        ], timeout: timeout)
      return failure("leakcheck exec ended with status 0 and did not report the planted leak")
    } catch {
      guard error == .status(ExitStatus.findings) else {
        return failure(
          "leakcheck exec did not find the planted leak: \(error). For the cause, run: leakcheck"
            + " exec -- \(program.path) plant")
      }
    }
    guard let report = try? ReportFile.report(at: folder.path),
      let finding = report.findings.first(where: { $0.rule == .closureCaptureCycle })
    else { return failure("the report on the planted leak cannot be read") }
    let line = finding.locations.first.map { ", at \($0)" } ?? ", without file and line"
    let isVerified = finding.confidence == .verified
    return DoctorCheck(
      name: "self-test", outcome: isVerified ? .success : .limitation,
      text: "a planted leak was found, confidence \(finding.confidence.rawValue)\(line)"
        + (isVerified ? "" : "; its break could not be executed"))
  }

  private static func failure(_ text: String) -> DoctorCheck {
    DoctorCheck(name: "self-test", outcome: .failure, text: text)
  }
}
