/// The part of SARIF 2.1.0 that is written, with the names of its schema.
///
/// Source: "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", OASIS Standard of
/// 27 March 2020. The comment of each type is its section number.
struct SARIFLog: Encodable {
  var schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  /// 3.14
  struct Run: Encodable {
    var tool: Tool
    var invocations: [Invocation]
    var originalUriBaseIds: [String: ArtifactLocation]
    var columnKind = "unicodeCodePoints"
    var results: [Result]
  }

  /// 3.18
  struct Tool: Encodable {
    var driver: Driver
  }

  /// 3.19
  struct Driver: Encodable {
    var name: String
    var version: String
    var rules: [ReportingDescriptor]
  }

  /// 3.49
  struct ReportingDescriptor: Encodable {
    struct Configuration: Encodable { var level: Level }

    var id: String
    var shortDescription: Message
    var fullDescription: Message
    var help: Help
    var defaultConfiguration: Configuration
    var properties: [String: [String]]
  }

  /// A message in plain text and in Markdown (3.12).
  struct Help: Encodable {
    var text: String
    var markdown: String
  }

  /// 3.20
  struct Invocation: Encodable {
    var commandLine: String
    var executionSuccessful: Bool
    var exitCode: Int32
    var toolExecutionNotifications: [Notification]
  }

  /// 3.58
  struct Notification: Encodable {
    var level: Level
    var message: Message
    var locations: [Location]?
  }

  enum Level: String, Encodable { case none, note, warning, error }

  /// 3.11
  struct Message: Encodable { var text: String }

  /// 3.27
  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: Level
    var message: Message
    var locations: [Location]
    var partialFingerprints: [String: String]
    var codeFlows: [CodeFlow]?
    var baselineState: String
    var suppressions: [Suppression]?
    var relatedLocations: [Location]?
    var properties: Properties
  }

  /// Properties that SARIF does not define (3.8).
  struct Properties: Encodable {
    var rule: String
    var confidence: String
    var objects: Int
    var bytes: Int
    var endings: [String]
    var cells: [String]
  }

  /// 3.35
  struct Suppression: Encodable {
    var kind = "external"
    var justification: String
  }

  /// 3.36
  struct CodeFlow: Encodable {
    var message: Message
    var threadFlows: [ThreadFlow]
  }

  /// 3.37
  struct ThreadFlow: Encodable { var locations: [ThreadFlowLocation] }

  /// 3.38
  struct ThreadFlowLocation: Encodable { var location: Location }

  /// 3.28
  struct Location: Encodable {
    var id: Int?
    var physicalLocation: PhysicalLocation?
    var logicalLocations: [LogicalLocation]?
    var message: Message?
  }

  /// 3.33
  struct LogicalLocation: Encodable {
    var name: String
    var fullyQualifiedName: String
    var kind: String
  }

  /// 3.29
  struct PhysicalLocation: Encodable {
    struct Region: Encodable { var startLine: Int }

    var artifactLocation: ArtifactLocation
    var region: Region
  }

  /// 3.4
  struct ArtifactLocation: Encodable {
    var uri: String?
    var uriBaseId: String?
    var description: Message?
  }
}
