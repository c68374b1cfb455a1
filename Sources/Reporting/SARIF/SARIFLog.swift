/// The parts of a SARIF 2.1.0 log that this program writes. Properties have the same names as in
/// the SARIF schema.
///
/// Source: "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", OASIS Standard of
/// 27 March 2020. The comments name its sections.
struct SARIFLog: Encodable {
  var schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  /// A run of the log; section 3.14 of the standard.
  struct Run: Encodable {
    var tool: Tool
    var invocations: [Invocation]
    var originalUriBaseIds: [String: ArtifactLocation]
    var columnKind = "unicodeCodePoints"
    var results: [Result]
  }

  /// A tool of the log; section 3.18 of the standard.
  struct Tool: Encodable {
    var driver: Driver
  }

  /// A driver of the log; section 3.19 of the standard.
  struct Driver: Encodable {
    var name: String
    var version: String
    var rules: [ReportingDescriptor]
  }

  /// A reporting descriptor of the log; section 3.49 of the standard.
  struct ReportingDescriptor: Encodable {
    struct Configuration: Encodable { var level: Level }

    var id: String
    var shortDescription: Message
    var fullDescription: Message
    var help: Help
    var defaultConfiguration: Configuration
    var properties: [String: [String]]
  }

  /// A message in plain text and in Markdown; section 3.12 of the standard.
  struct Help: Encodable {
    var text: String
    var markdown: String
  }

  /// An invocation of the log; section 3.20 of the standard.
  struct Invocation: Encodable {
    var commandLine: String
    var executionSuccessful: Bool
    var exitCode: Int32
    var toolExecutionNotifications: [Notification]
  }

  /// A notification of the log; section 3.58 of the standard.
  struct Notification: Encodable {
    var level: Level
    var message: Message
    var locations: [Location]?
  }

  enum Level: String, Encodable { case none, note, warning, error }

  /// A message of the log; section 3.11 of the standard.
  struct Message: Encodable { var text: String }

  /// A result of the log; section 3.27 of the standard.
  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: Level
    var message: Message
    var locations: [Location]
    var partialFingerprints: [String: String]
    var codeFlows: [CodeFlow]?
    var baselineState: String
    /// The number of occurrences; `nil` if there is only one.
    var occurrenceCount: Int?
    var suppressions: [Suppression]?
    var relatedLocations: [Location]?
    var properties: Properties
  }

  /// Properties that SARIF does not define; section 3.8 of the standard.
  struct Properties: Encodable {
    var rule: String
    var confidence: String
    /// The number of objects of all occurrences.
    var objects: Int
    /// The size of the objects of all occurrences.
    var bytes: Int
    var endings: [String]
    var cells: [String]
  }

  /// A suppression of the log; section 3.35 of the standard.
  struct Suppression: Encodable {
    var kind = "external"
    var justification: String
  }

  /// A code flow of the log; section 3.36 of the standard.
  struct CodeFlow: Encodable {
    var message: Message
    var threadFlows: [ThreadFlow]
  }

  /// A thread flow of the log; section 3.37 of the standard.
  struct ThreadFlow: Encodable { var locations: [ThreadFlowLocation] }

  /// A thread flow location of the log; section 3.38 of the standard.
  struct ThreadFlowLocation: Encodable { var location: Location }

  /// A location of the log; section 3.28 of the standard.
  struct Location: Encodable {
    var id: Int?
    var physicalLocation: PhysicalLocation?
    var logicalLocations: [LogicalLocation]?
    var message: Message?
  }

  /// A logical location of the log; section 3.33 of the standard.
  struct LogicalLocation: Encodable {
    var name: String
    var fullyQualifiedName: String
    var kind: String
  }

  /// A physical location of the log; section 3.29 of the standard.
  struct PhysicalLocation: Encodable {
    struct Region: Encodable { var startLine: Int }

    var artifactLocation: ArtifactLocation
    var region: Region
  }

  /// An artifact location of the log; section 3.4 of the standard.
  struct ArtifactLocation: Encodable {
    var uri: String?
    var uriBaseId: String?
    var description: Message?
  }
}
