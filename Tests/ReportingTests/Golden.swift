import Foundation
import Testing

/// Compares a text with the file `Goldens/NAME` in the folder of the tests.
///
/// If `RECORD_GOLDENS=1` is set, the function writes the file instead. The test then fails, so that
/// a recording does not count as a success.
func expectGolden(
  _ name: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens").appending(path: name)
  if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      try Data(text.utf8).write(to: file)
    }
    Issue.record(
      "recorded \(name); run again without RECORD_GOLDENS", sourceLocation: sourceLocation)
    return
  }
  guard let data = try? Data(contentsOf: file) else {
    Issue.record(
      "there is no golden \(name); RECORD_GOLDENS=1 writes it", sourceLocation: sourceLocation)
    return
  }
  let expected = String(decoding: data, as: UTF8.self)
  if expected != text {
    Issue.record(
      "\(name) differs.\n--- expected\n\(expected)\n--- actual\n\(text)",
      sourceLocation: sourceLocation)
  }
}
