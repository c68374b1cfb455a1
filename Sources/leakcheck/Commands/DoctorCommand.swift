import Findings
import Foundation

/// `leakcheck doctor [PROGRAM]`: checks this machine, and optionally a program.
struct DoctorCommand {
  private let program: String?

  init(parsing arguments: [String]) throws(CommandError) {
    var reader = Arguments(arguments)
    var nothing: Void = ()
    program = try reader.read([OptionDeclaration<Void>](), into: &nothing, maxOperands: 1).first
  }

  func run() throws(CommandError) -> Int32 {
    var checks = [DoctorCheck.recorder, DoctorCheck.symbolizer, DoctorCheck.kernel]
    checks += [DoctorCheck.ptraceScope, DoctorCheck.sandbox, DoctorCheck.allocator]
    checks += [DoctorCheck.graphviz]
    if let program { checks += try DoctorCheck.checks(ofProgram: program) }
    checks.append(DoctorSelfTest.check)
    for check in checks { Console.print(check.lines(width: Console.helpWidth)) }
    let failures = checks.filter { $0.outcome == .failure }
    Console.print(
      failures.isEmpty
        ? "leakcheck: leakcheck exec works on this machine"
        : "leakcheck: leakcheck exec does not work on this machine: "
          + failures.map(\.name).joined(separator: ", "))
    return failures.isEmpty ? ExitStatus.clean : ExitStatus.inconclusive
  }
}
