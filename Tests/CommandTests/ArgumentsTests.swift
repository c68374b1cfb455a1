import Scenarios
import Testing

@testable import leakcheck

/// Tests of how options are parsed, and of the suggestions for misspelled options.
struct ArgumentsTests {
  @Test func aValueIsTheNextWordOrStandsBehindAnEqualsSign() throws {
    var arguments = Arguments(["--a", "1", "--b=2,3", "--c"])
    #expect(try arguments.nextOption() == "--a")
    #expect(try arguments.value(of: "--a") == "1")
    #expect(try arguments.nextOption() == "--b")
    #expect(try arguments.values(of: "--b") == ["2", "3"])
    #expect(try arguments.nextOption() == "--c")
    #expect(try arguments.nextOption() == nil)
  }

  @Test func argumentsAreReproducedFromOptions() throws {
    let options = try RunOptions(parsing: [
      "--timing", "reentrant", "--ending=none,error", "--quiet", "--filter", "map", "--ending",
      "dispose", "--output", "elsewhere",
    ])
    #expect(
      options.reproduction
        == "leakcheck run --filter map --ending none,error,dispose --timing reentrant")
    #expect(options.report.isQuiet)
    #expect(options.report.output == "elsewhere")
  }

  @Test(arguments: [
    (["/usr/bin/tool", "--x=/a/b"], "tool --x=b"),
    (["sh", "-c", "/a/b/first one; /c/second"], "sh -c 'first one; second'"),
    (["swift", "test"], "swift test"),
  ])
  func aReproductionContainsNoPathsOfFolders(words: [String], expected: String) throws {
    let options = try ExecOptions(parsing: ["--follow", "--"] + words)
    #expect(options.reproduction == "leakcheck exec --follow -- " + expected)
  }

  @Test func makeRunsTheSelfTestOfTheWholeMatrix() throws {
    #expect(try RunOptions(parsing: ["--self-test"]).reproduction == "make leakcheck")
  }

  @Test(arguments: [
    ("complete", "completion"), ("bagdrop", "bagDrop"), ("non", "none"), ("zzz", nil),
  ])
  func theNearestNameIsSuggestedIfItIsNear(word: String, name: String?) {
    #expect(Suggestion.nearest(to: word, among: Ending.allCases.map(\.rawValue)) == name)
  }

  @Test(arguments: [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("map", "map", 0)])
  func distancesAreThoseOfLevenshtein(left: String, right: String, distance: Int) {
    #expect(Suggestion.distance(left, right) == distance)
    #expect(Suggestion.distance(right, left) == distance)
  }
}
