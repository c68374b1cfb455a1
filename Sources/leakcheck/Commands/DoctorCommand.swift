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
    var ofMachine = [DoctorCheck.recorder, DoctorCheck.symbolizer, DoctorCheck.kernel]
    ofMachine += [DoctorCheck.ptraceScope, DoctorCheck.sandbox, DoctorCheck.allocator]
    ofMachine += [DoctorCheck.graphviz]
    let ofProgram = try program.map { name throws(CommandError) in
      try DoctorCheck.checks(ofProgram: name)
    }
    let selfTest = DoctorSelfTest.check
    let all = ofMachine + (ofProgram ?? []) + [selfTest]
    for check in all { Console.print(check.lines(width: Console.helpWidth)) }
    Console.print(result(ofMachine: ofMachine + [selfTest], ofProgram: ofProgram ?? []))
    return all.contains { $0.outcome == .failure } ? ExitStatus.inconclusive : ExitStatus.clean
  }

  /// Returns the last line of the output.
  ///
  /// - Parameters:
  ///   - machine: The checks of this machine.
  ///   - checks: The checks of the program; empty if no program was named.
  func result(ofMachine machine: [DoctorCheck], ofProgram checks: [DoctorCheck]) -> String {
    let failures = machine.filter { $0.outcome == .failure }.map(\.name)
    if !failures.isEmpty {
      return "leakcheck: leakcheck exec does not work on this machine; failed checks: "
        + failures.joined(separator: ", ")
    }
    let result = "leakcheck: leakcheck exec works on this machine"
    guard let program, checks.contains(where: { $0.outcome == .failure }) else { return result }
    return "\(result), but cannot examine \(program)"
  }
}
