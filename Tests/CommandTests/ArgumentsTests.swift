import Foundation
import Scenarios
import Testing

@testable import leakcheck

/// Tests of how options are parsed, and of the suggestions for misspelled options.
struct ArgumentsTests {
  @Test func aValueIsTheNextWordOrFollowsAnEqualsSign() throws {
    var arguments = Arguments(["--a", "1", "--b=2,3", "--c"])
    #expect(try arguments.nextOption() == "--a")
    #expect(try arguments.value(of: "--a") == "1")
    #expect(try arguments.nextOption() == "--b")
    #expect(try arguments.values(of: "--b") == ["2", "3"])
    #expect(try arguments.nextOption() == "--c")
    #expect(try arguments.nextOption() == nil)
  }

  @Test func runOptionsReproduceTheCommandLine() throws {
    let options = try RunOptions(parsing: [
      "--timing", "reentrant", "--ending=none,error", "--quiet", "--filter", "map", "--ending",
      "dispose", "--output", "elsewhere",
    ])
    #expect(
      options.reproduction
        == "leakcheck run --timing reentrant --ending none,error --filter map --ending dispose")
    #expect(options.report.isQuiet)
    #expect(options.report.output == "elsewhere")
  }

  /// `HERE` stands for the current folder.
  @Test(arguments: [
    (["/usr/bin/tool", "--x=/a/b"], "/usr/bin/tool --x=/a/b"),
    (["sh", "-c", "HERE/b/first one; /c/second"], "sh -c 'b/first one; /c/second'"),
    (["swift", "test"], "swift test"),
    (["HERE/app", "HERE/data/in", "HERE", "/x/HERE/y"], "./app data/in . /x/HERE/y"),
    (["HERE/.build//debug/App", "HERE//-x/y"], ".build//debug/App ./-x/y"),
    (["../app", "it's", "", "a\nb", "$HOME"], "../app 'it'\\''s' '' 'a\nb' '$HOME'"),
  ])
  func aReproductionShortensPathsAndQuotesArguments(words: [String], expected: String) throws {
    let here = FileManager.default.currentDirectoryPath
    let options = try ExecOptions(
      parsing: ["--follow", "--"] + words.map { $0.replacing("HERE", with: here) })
    #expect(
      options.reproduction
        == "leakcheck exec --follow -- " + expected.replacing("HERE", with: here))
  }

  @Test func aReproductionHasTheOptionsThatAffectTheResult() throws {
    try withTemporaryFolder { folder in
      let known = folder.appending(path: "known ones").path
      try Data("Feed\n".utf8).write(to: URL(fileURLWithPath: known))
      let options = try ExecOptions(parsing: [
        "--suppress", "Feed,*.Item", "--quiet", "--suppressions=\(known)", "--baseline", "b.json",
        "--format", "json,md", "--exit-status=verdict", "--output=out", "--stacks", "0",
        "--color", "never", "--no-verify", "--fail-on", "new", "--at", "USR1", "--after=1.5", "--",
        "app", "--output", "x",
      ])
      #expect(
        options.reproduction
          == "leakcheck exec --suppress 'Feed,*.Item' --suppressions '\(known)' --baseline b.json "
          + "--exit-status verdict --stacks 0 --no-verify --fail-on new --at USR1 --after 1.5 "
          + "-- app --output x")
    }
  }

  /// Every option must be reproduced unless it is declared to affect only the presentation.
  @Test func aReproductionOmitsOnlyPresentationOptions() {
    let left = ExecOptions.options.map(\.summary).filter(\.isPresentation).map(\.name)
    #expect(left.sorted() == ["--color", "--format", "--output", "--quiet"])
    let leftOfRun = RunOptions.options.map(\.summary).filter(\.isPresentation).map(\.name)
    #expect(Set(leftOfRun).subtracting(left).sorted() == ["--jobs", "--shard"])
  }

  @Test(arguments: [
    (["--self-test", "--fail-on", "all"], "leakcheck run --self-test --fail-on all"),
    (
      ["--baseline=known ones.json", "--jobs", "2", "--shard", "1/2", "--ending", "error"],
      "leakcheck run --baseline 'known ones.json' --ending error"
    ),
    (["--repeat", "3", "--no-verify", "--output", "out"], "leakcheck run --repeat 3 --no-verify"),
  ]) func aReproductionOfARunHasTheOptionsThatAffectTheResult(
    arguments: [String], expected: String
  ) throws {
    #expect(try RunOptions(parsing: arguments).reproduction == expected)
  }

  @Test func theWholeSelfTestIsReproducedWithMake() throws {
    #expect(try RunOptions(parsing: ["--self-test"]).reproduction == "make leakcheck")
  }

  @Test(arguments: [
    ("complete", "completion"), ("bagdrop", "bagDrop"), ("non", "none"), ("zzz", nil),
  ])
  func onlyASimilarNameIsSuggested(word: String, name: String?) {
    #expect(Suggestion.nearest(to: word, among: Ending.allCases.map(\.rawValue)) == name)
  }

  @Test(arguments: [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("map", "map", 0)])
  func distanceIsTheLevenshteinDistance(left: String, right: String, distance: Int) {
    #expect(Suggestion.distance(left, right) == distance)
    #expect(Suggestion.distance(right, left) == distance)
  }
}
