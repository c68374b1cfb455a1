import Foundation
import Findings
import Reporting
import Testing

@Suite struct BaselineFileTests {
  private static let sample = Baseline(
    known: [
      .init(
        fingerprint: "v1:bbbbbbbb", finding: "strong-delegate: A, B", programs: ["app", "tests"])
    ],
    accepted: [
      .init(
        fingerprint: "v1:aaaaaaaa", reason: "a cache that lives \"for ever\"\n", owner: "feed team",
        expires: CalendarDay("2027-03-01"))
    ])

  private func read(_ text: String, on today: String? = nil) throws(BaselineError) -> Baseline {
    try BaselineFile.baseline(
      from: Data(text.utf8), name: "b.json", refusingExpiredOn: today.flatMap { CalendarDay($0) })
  }

  private func message(_ text: String, on today: String? = nil) -> String {
    do throws(BaselineError) {
      _ = try read(text, on: today)
      return "no error"
    } catch { return error.description }
  }

  @Test func aBaselineIsWrittenSortedAndReadBackUnchanged() throws {
    let text = BaselineFile.text(of: Self.sample)
    #expect(try read(text) == Self.sample)
    #expect(
      text == """
        {
          "accepted" : [
            {
              "expires" : "2027-03-01",
              "fingerprint" : "v1:aaaaaaaa",
              "owner" : "feed team",
              "reason" : "a cache that lives \\"for ever\\"\\n"
            }
          ],
          "known" : [
            {
              "finding" : "strong-delegate: A, B",
              "fingerprint" : "v1:bbbbbbbb",
              "program" : "app, tests"
            }
          ],
          "schemaVersion" : "1.1"
        }

        """)
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
    #expect(try read(BaselineFile.text(of: Baseline())) == Baseline())
    let shuffled = Baseline(
      known: ["v1:2", "v1:1", "v1:3"].map { Baseline.Entry(fingerprint: $0) })
    #expect(shuffled.known.map(\.fingerprint) == ["v1:1", "v1:2", "v1:3"])
  }

  @Test(arguments: HostileNamesTests.names) func anyNameIsReadBackUnchanged(name: String) throws {
    let baseline = Baseline(
      known: [.init(fingerprint: "v1:00", finding: name)],
      accepted: [.init(fingerprint: "v1:01", reason: "x" + name, owner: "x" + name)])
    let text = BaselineFile.text(of: baseline)
    #expect(try read(text) == baseline)
    #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
  }

  @Test(arguments: [
    ("", "b.json:1:1: the file ends where a value is expected"),
    ("[", "b.json:1:2: the file ends where a value is expected"),
    ("[]", "b.json:1:1: expected an object, found a list"),
    ("{\n  \"known\" : [\n    {\n  ]\n}", "b.json:4:3: expected a name in quotes, found ]"),
    ("{\n  \"known\" : []\n  \"accepted\" : []\n}", "b.json:3:3: expected a comma or }, found \""),
    ("{\n  \"known\" : [],\n}", "b.json:2:16: a comma before } is not allowed"),
    ("{}", "b.json:1:1: \"schemaVersion\" is missing"),
    (
      "{\"schemaVersion\": \"2.0\"}",
      "b.json:1:19: schema 2.0 is newer than this version of leakcheck supports (1.x)"
    ),
    ("{\"schemaVersion\": 1}", "b.json:1:19: expected a string, found a number"),
    ("{\"schemaVersion\": \"1.0\"} x", "b.json:1:26: expected the end of the file, found x"),
    (
      "{\"schemaVersion\": \"1.0\", \"konwn\": []}",
      "b.json:1:26: unknown key \"konwn\"; allowed: accepted, known, schemaVersion"
    ),
    (
      "{\"schemaVersion\": \"1.0\", \"known\": [{\"fingerprint\": \"7c1e\"}]}",
      "b.json:1:52: \"7c1e\" is not a fingerprint such as v1:7c1e9a42"
    ),
    (
      "{\"schemaVersion\": \"1.0\", \"accepted\": [\n{\"fingerprint\": \"v1:00\", \"owner\": \"me\"}]}",
      "b.json:2:1: an accepted entry needs the key \"reason\""
    ),
    (
      "{\"schemaVersion\": \"1.0\", \"accepted\": [{\"fingerprint\": \"v1:00\", \"reason\": \"r\", \"owner\": \" \"}]}",
      "b.json:1:39: an accepted entry needs the key \"owner\""
    ),
    (
      "{\"schemaVersion\": \"1.0\", \"known\": [{\"fingerprint\": \"v1:00\"},\n {\"fingerprint\": \"v1:00\"}]}",
      "b.json:2:2: v1:00 occurs twice"
    ),
    (
      "{\"schemaVersion\": \"1.0\", \"known\": [{\"fingerprint\": \"v1:00\", \"expires\": \"2027-02-29\"}]}",
      "b.json:1:72: \"2027-02-29\" is not a date such as 2027-03-01"
    ),
    ("{\"a\": \"x\ny\"}", "b.json:1:9: the string is not closed on its line"),
    ("{\"a\": 01}", "b.json:1:7: 01 is not a number"),
    ("{\"a\": tru}", "b.json:1:7: expected a value"),
    ("{\"a\": \"\\q\"}", "b.json:1:9: \\q is not an escape sequence"),
    ("{\"a\": 1, \"a\": 2}", "b.json:1:10: \"a\" occurs twice"),
    (String(repeating: "[", count: 100_000), "b.json:1:65: nested too deeply"),
  ]) func errorsNameTheLineAndColumn(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test func rejectsAnExpiredEntryIfADateIsGiven() throws {
    let text = BaselineFile.text(of: Self.sample)
    #expect(message(text, on: "2027-03-01") == "no error")
    #expect(
      message(text, on: "2027-03-02")
        == "b.json:3:5: v1:aaaaaaaa expired on 2027-03-01, owner feed team: fix it, renew it or prune it"
    )
    #expect(try read(text) == Self.sample)
  }

  @Test func rejectsInvalidUTF8() {
    #expect(throws: BaselineError.self) {
      try BaselineFile.baseline(from: Data([0x7B, 0xFF, 0xFE]), name: "b.json")
    }
  }

  @Test func readsEscapesAndRejectsUnpairedSurrogates() throws {
    let text = """
      {"schemaVersion": "1.0", "known": [{"fingerprint": "v1:00", "finding": "\\u00e4\\ud83c\\udf88\\/\\b"}]}
      """
    #expect(try read(text).known.first?.finding == "ä🎈/\u{8}")
    let half = message(text.replacing("\\udf88", with: ""))
    #expect(half.hasSuffix("expected a low surrogate (\\uDC00 to \\uDFFF), found /"))
    let wrong = message(text.replacing("\\udf88", with: "\\u0041"))
    #expect(wrong.hasSuffix("an unpaired surrogate is not a character"))
  }
}
