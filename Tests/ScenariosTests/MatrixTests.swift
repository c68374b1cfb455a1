import Foundation
import Scenarios
import StreamCells
import Testing

/// Which cells there are, and which a selection picks.
struct MatrixTests {
  private static let matrix = streamMatrix()

  @Test func everyCellHasAnIdOfItsOwn() {
    let ids = Self.matrix.cells.map(\.id)
    #expect(!ids.isEmpty)
    #expect(Set(ids).count == ids.count)
  }

  @Test(arguments: ["direct", "map", "filter"], Ending.allCases)
  func aSourceThatCallsInsideSubscribeEndsAtEveryTiming(name: String, ending: Ending) {
    var selection = Selection()
    selection.sources = ["create"]
    selection.operators = [name]
    selection.endings = [ending]
    let plain = Self.matrix.selected(by: selection).filter { $0.variant == nil }
    #expect(plain.map(\.timing) == Timing.allCases)
  }

  @Test(arguments: Ending.allCases)
  func insideSubscribeASubjectOnlyEndsAsItHadEndedBefore(ending: Ending) {
    var selection = Selection()
    selection.sources = ["PublishSubject"]
    selection.operators = ["direct"]
    selection.endings = [ending]
    selection.timings = [.insideSubscribe]
    let isThere = !Self.matrix.selected(by: selection).isEmpty
    #expect(isThere == [.completion, .error].contains(ending))
  }

  @Test func onlyWhatNothingEndedIsAControl() {
    for cell in Self.matrix.cells {
      if case .cycle = cell.expectation { #expect(cell.ending == .none, "\(cell.id)") }
      if case .held = cell.expectation { #expect(cell.variant == "bagKept", "\(cell.id)") }
    }
  }

  @Test(arguments: ["create/direct", "create/map", "create/filter", "PublishSubject/map"])
  func aScenarioWithASinkHasControls(scenario: String) {
    let controls = Self.matrix.cells.filter {
      $0.id.hasPrefix(scenario + "/none/") && $0.expectation.reported == .cycle
    }
    // Over a source that is not `create` an operator has each ending once.
    #expect(controls.count >= (scenario.hasPrefix("create") ? 3 : 1))
  }

  @Test func aSubjectAloneOwnsItsObserversAndLeavesNothing() {
    var selection = Selection()
    selection.filters = ["PublishSubject/direct/none"]
    let cells = Self.matrix.selected(by: selection)
    #expect(!cells.isEmpty)
    #expect(cells.allSatisfy { $0.expectation == .clean })
  }

  @Test(arguments: ["FeedViewModel", "DownloadSession", "Scoreboard"])
  func eachShapeIsThereInItsLeakingAndItsMendedForm(shape: String) {
    let cells = Self.matrix.cells.filter { $0.source == shape && $0.ending == .none }
    #expect(cells.map(\.operator) == ["captureSelf", "weakSelf"])
    #expect(cells.map(\.expectation.reported) == [.cycle, .clean])
  }

  @Test func partsOfASelectionNarrowEachOther() {
    var selection = Selection()
    #expect(Self.matrix.selected(by: selection).count == Self.matrix.cells.count)
    selection.endings = [.completion, .error]
    selection.timings = [.reentrant]
    selection.filters = ["create/map/", "create/filter/"]
    #expect(
      Self.matrix.selected(by: selection).map(\.id) == [
        "create/map/completion/reentrant", "create/map/error/reentrant",
        "create/map/completion+bagKept/reentrant", "create/filter/completion/reentrant",
        "create/filter/error/reentrant", "create/filter/completion+bagKept/reentrant",
      ])
    selection.sources = ["PublishSubject"]
    #expect(Self.matrix.selected(by: selection).isEmpty)
  }

  @Test func sourcesAndOperatorsComeInTheOrderOfTheMatrix() {
    #expect(Self.matrix.sources.starts(with: ["create", "deferred", "using", "just"]))
    #expect(Self.matrix.sources.suffix(3) == ["FeedViewModel", "DownloadSession", "Scoreboard"])
    #expect(Self.matrix.operators.starts(with: ["direct", "map", "compactMap"]))
  }

  /// The public functions of these folders are what the matrix is about.
  @Test(arguments: ["Operators", "Creation"])
  func everyPublicFunctionHasCells(folder: String) throws {
    let names = try Self.publicFunctions(in: "Sources/Streams/\(folder)")
    #expect(names.count > 5)
    let known = Set((Self.matrix.sources + Self.matrix.operators).map(Self.baseName))
    #expect(names.subtracting(known).sorted() == [])
  }

  /// `take` for `take(until:) condition`.
  private static func baseName(_ name: String) -> String {
    String(name.prefix { $0.isLetter })
  }

  /// What a program can call, but for what a value of the library is made of.
  private static func publicFunctions(in folder: String) throws -> Set<String> {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") }
    var names: Set<String> = []
    for path in paths {
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      for match in text.matches(of: #/public (?:static )?func `?(\w+)/#) {
        names.insert(String(match.1))
      }
    }
    return names.subtracting(["subscribe", "asObservable"])
  }
}
