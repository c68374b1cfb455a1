import Foundation

/// The parts of the JSON report that a person needs to edit a source.
struct ToolReport: Decodable {
  struct Location: Decodable, Hashable {
    var file: String
    var line: Int
  }

  /// A suggested break: a reference, and how to break it.
  struct Break: Decodable {
    var reference: Int
    var from: String
    var advice: String
    var location: Location?
  }

  struct Node: Decodable {
    var id: String
    var type: String
    var location: Location?
  }

  struct Finding: Decodable {
    var rule: String
    var nodes: [Node]
    var breakSet: [Break]
    var hostBreakSet: [Break]

    /// The references that the drawing of the finding marks with an arrow.
    var advised: [Break] { hostBreakSet.isEmpty ? breakSet : hostBreakSet }
  }

  var findings: [Finding]

  /// The edits that the report suggests, without duplicates.
  var edits: [SourceEdit] {
    get throws {
      var edits: [SourceEdit] = []
      // If the program's cycles retain cycles of a library, breaking the program's cycles frees
      // both.
      let own = findings.filter { !$0.hostBreakSet.isEmpty }
      for finding in own.isEmpty ? findings : own {
        for broken in finding.advised {
          let source = finding.nodes.first { $0.id == broken.from }
          let edit = try SourceEdit(of: broken, in: source?.type ?? "")
          if !edits.contains(edit) { edits.append(edit) }
        }
      }
      return edits
    }
  }
}
