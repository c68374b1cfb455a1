import Findings
import OwnershipGraph
import Testing

@Suite struct SuppressionTests {
  @Test(arguments: [
    ("Cache", "Cache", true), ("Cache", "Cach", false), ("Cache*", "Cache<Image>", true),
    ("*Cache", "App.Cache", true), ("*Cache", "App.Caches", false), ("C*e", "Cache", true),
    ("C*e", "Ce", true), ("ab*ba", "aba", false), ("*a*b*", "xaybz", true), ("*b*a*", "ab", false),
    ("*aab*", "aaab", true), ("*abab*c", "abacababxc", true), ("a**b", "a-b", true),
    ("*\u{E9}*", "caf\u{65}\u{301}s", true), ("", "", true), ("", "a", false),
  ]) func aPatternMatchesWholeNames(pattern: String, name: String, expected: Bool) {
    #expect(WildcardPattern(pattern).matches(Array(name)) == expected)
  }

  /// Compares the matcher with the definition, which tries every way to divide the name among the
  /// parts of the pattern.
  @Test func patternsAgreeWithARecursiveMatcher() {
    func matches(_ name: Substring, _ pattern: Substring) -> Bool {
      guard let first = pattern.first else { return name.isEmpty }
      if first == "*" {
        return matches(name, pattern.dropFirst())
          || !name.isEmpty && matches(name.dropFirst(), pattern)
      }
      return name.first == first && matches(name.dropFirst(), pattern.dropFirst())
    }
    func words(over letters: String, upTo length: Int) -> [String] {
      var words = [""]
      var longest = [""]
      for _ in 0..<length {
        longest = longest.flatMap { word in letters.map { word + String($0) } }
        words += longest
      }
      return words
    }
    for pattern in words(over: "ab*", upTo: 5) {
      let wildcard = WildcardPattern(pattern)
      for name in words(over: "ab", upTo: 5) {
        #expect(wildcard.matches(Array(name)) == matches(name[...], pattern[...]))
      }
    }
  }

  @Test(.timeLimit(.minutes(10))) func aLongNameIsMatchedInLinearTime() {
    let name = Array(String(repeating: "a", count: 100_000))
    let pattern = WildcardPattern(String(repeating: "*a", count: 1_000) + "*b")
    #expect(!pattern.matches(name))
    let repeated = WildcardPattern("*" + String(repeating: "a", count: 50_000) + "b*")
    #expect(!repeated.matches(name))
  }

  @Test func aFileContainsOnePatternPerLine() throws {
    var suppressions = Suppressions()
    try suppressions.add(
      file: Array("\u{FEFF}# known\r\nleak: Cache<*>  # of images\n\n  \tv1:00000007\n".utf8))
    for (type, fingerprint, expected) in [
      ("Cache<Image>", "v1:00000001", 1), ("Caches", "v1:00000001", 0), ("Other", "v1:00000007", 1),
    ] {
      let (left, suppressed) = suppressions.applied(to: report(of: type, fingerprint: fingerprint))
      #expect(suppressed.count == expected && left.findings.count == 1 - expected)
      #expect(left.summary.suppressedFindings == (expected == 0 ? nil : expected))
    }
  }

  @Test(arguments: [
    ("v1:0000000a", true), ("0000000a", true), ("000000a", false), ("Hub.setUp(_:)", true),
    ("closure #2 in Hub.setUp(_:)", true), ("closure #1 in closure #2 in Hub.setUp(_:)", true),
    ("Hub.set*", true), ("App.Hub.setUp(_:)", true), ("Hub", false), ("setUp(_:)", false),
  ]) func fingerprintsMatchWithoutVersionAndFunctionsMatchClosures(
    pattern: String, expected: Bool
  ) throws {
    var suppressions = Suppressions()
    try suppressions.add(pattern)
    let report = report(
      of: "closure #1 in closure #2 in Hub.setUp(_:)", fingerprint: "v1:0000000a")
    #expect(suppressions.applied(to: report).suppressed.count == (expected ? 1 : 0))
  }

  @Test(arguments: [
    ("closure #2 in Hub.setUp(_:)", 1), ("closure #2 in Hub.setUp(_:)  # known", 1),
    ("leak:closure #1 in closure #2 in *#2 see below", 0), ("#2 closure", 0),
    ("closure #2 in Hub.setUp(_:)# known", 1), ("Hub.setUp(_:) #", 1), ("closure #3 in Hub*", 0),
  ]) func aNumberSignInAClosureNameDoesNotStartAComment(line: String, expected: Int) throws {
    var suppressions = Suppressions()
    try suppressions.add(file: Array(line.utf8))
    let report = report(of: "closure #1 in closure #2 in Hub.setUp(_:)")
    #expect(suppressions.applied(to: report).suppressed.count == expected)
  }

  @Test(arguments: [
    (Array("Cache\n\u{1B}[31m\n".utf8), 2, SuppressionError.Problem.notText),
    ([0x43, 0x0A, 0x0A, 0xFF, 0x2A], 3, .notText),
    (Array("A\r\nB\r\n\r\n*\r\n".utf8), 4, .matchesEverything),
    (Array("A\rB\r*\r".utf8), 3, .matchesEverything),
    (Array(repeating: 0x41, count: 5_000), 1, .tooLong),
    (Array("leak:*".utf8), 1, .matchesEverything), (Array("A\n***\n".utf8), 2, .matchesEverything),
  ]) func rejectsInvalidFilesAndReportsTheLine(
    bytes: [UInt8], line: Int, problem: SuppressionError.Problem
  ) throws {
    var suppressions = Suppressions()
    let error = #expect(throws: SuppressionError.self) { try suppressions.add(file: bytes) }
    #expect(error?.line == line)
    #expect(error?.problem == problem)
  }

  private func report(of type: String, fingerprint: String = "v1:00000001") -> LeakReport {
    let graph = ObjectGraph(
      nodes: [
        ObjectGraph.Node(
          id: "a", type: type, qualifiedType: type.replacing("Hub", with: "App.Hub"), role: .cycle)
      ],
      references: [ObjectGraph.Reference(from: 0, to: 0, label: "me")])
    let finding = Finding(
      fingerprint: fingerprint, rule: .selfCycle, confidence: .proven, graph: graph)
    return LeakReport(
      tool: .init(version: "1"),
      summary: .init(
        verdict: .leaking, cells: 0, unexpectedCycles: 1, controlsSeen: 0, controlsExpected: 0,
        inconclusiveCells: 0, failedCells: 0),
      coverage: Coverage(), cells: [], findings: [finding])
  }
}
