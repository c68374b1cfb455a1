package import Findings
import OwnershipGraph

/// The people who can fix a finding: the program's authors or a library's authors.
package enum Addressee: Equatable {
  /// The program's authors.
  case programAuthors
  /// A library's authors. The associated value is the library's module.
  case library(String)

  /// Creates the addressee of a finding.
  ///
  /// Expected findings (a test's known leaks), and cycles that end when work of the program
  /// continues, are addressed to the program's authors. Any other finding is addressed to a
  /// library in two cases: all objects in the cycle (without a cycle, in the finding) belong to
  /// known libraries, or some endings of a subscription clear a reference of the cycle, and others
  /// should clear it but do not. The first case does not include over-retained objects that the
  /// program allocated. All remaining findings are addressed to the program's authors.
  package init(of finding: Finding, endings: FindingEndings) {
    let origins = CodeOrigins()
    let graph = finding.graph
    let inCycle = graph.nodes.filter { $0.role == .cycle }
    let members = inCycle.isEmpty ? graph.nodes.filter { $0.role != .context } : inCycle
    let others = members.filter { !origins.isOutsideLibraries($0) && !Self.isStorage($0.kind) }
    let isOwnRetain = finding.rule == .overRetained && finding.involvesProgram
    let belongsToLibrary = !members.contains(where: origins.isOutsideLibraries) && !isOwnRetain
    let hasFaultyEnding =
      !endings.uncut.isEmpty && !endings.faultyLibraryEndings.isEmpty
    guard finding.status != .expected, !finding.waitsForProgram, let first = others.first,
      belongsToLibrary || hasFaultyEnding
    else {
      self = .programAuthors
      return
    }
    let module =
      first.module.isEmpty ? String(first.qualifiedType.prefix { $0 != "." }) : first.module
    self = .library(module)
  }

  private static func isStorage(_ kind: ObjectGraph.Kind) -> Bool {
    switch kind {
    case .box, .array, .dictionary, .set, .task, .block, .root, .unknown, .error: true
    case .classInstance, .actor, .closureContext, .function: false
    }
  }
}
