import Foundation
import Scenarios
import StreamCells
import Testing

/// Tests of the cells that the matrix and a selection contain.
struct MatrixTests {
  private static let matrix = streamMatrix()

  @Test func everyCellHasAUniqueID() {
    let ids = Self.matrix.cells.map(\.id)
    #expect(!ids.isEmpty)
    #expect(Set(ids).count == ids.count)
  }

  @Test(arguments: ["direct", "map", "filter"], Ending.allCases)
  func theCreateSourceHasEveryEndingAtEveryTiming(name: String, ending: Ending) {
    var selection = Selection()
    selection.sources = ["create"]
    selection.operators = [name]
    selection.endings = [ending]
    let plain = Self.matrix.selected(by: selection).filter { $0.variant == nil }
    #expect(plain.map(\.timing) == Timing.allCases)
  }

  @Test(arguments: Ending.allCases)
  func aSubjectCanOnlyCompleteOrFailInsideSubscribe(ending: Ending) {
    var selection = Selection()
    selection.sources = ["PublishSubject"]
    selection.operators = ["direct"]
    selection.endings = [ending]
    selection.timings = [.insideSubscribe]
    let isThere = !Self.matrix.selected(by: selection).isEmpty
    #expect(isThere == [.completion, .error].contains(ending))
  }

  @Test func onlySubscriptionsThatNothingEndsAreControls() {
    for cell in Self.matrix.cells {
      if case .cycle = cell.expectation { #expect(cell.ending == .none, "\(cell.id)") }
      if case .held = cell.expectation {
        let keepsBag = cell.variant == "bagKept" || cell.source == "Poller"
        #expect(keepsBag, "\(cell.id)")
      }
    }
  }

  @Test(arguments: ["create/direct", "create/map", "create/filter", "PublishSubject/map"])
  func aScenarioWithASinkHasControls(scenario: String) {
    let controls = Self.matrix.cells.filter {
      $0.id.hasPrefix(scenario + "/none/") && $0.expectation.reported == .cycle
    }
    // On sources other than `create`, an operator has only one cell for each ending.
    #expect(controls.count >= (scenario.hasPrefix("create") ? 3 : 1))
  }

  @Test func aSubjectWithoutAnOperatorIsExpectedToBeClean() {
    var selection = Selection()
    selection.filters = ["PublishSubject/direct/none"]
    let cells = Self.matrix.selected(by: selection)
    #expect(!cells.isEmpty)
    #expect(cells.allSatisfy { $0.expectation == .clean })
  }

  @Test(arguments: ["FeedViewModel", "DownloadSession", "Scoreboard"])
  func eachShapeHasALeakingAndAFixedForm(shape: String) {
    let cells = Self.matrix.cells.filter { $0.source == shape && $0.ending == .none }
    #expect(cells.map(\.operator) == ["captureSelf", "weakSelf"])
    #expect(cells.map(\.expectation.reported) == [.cycle, .clean])
  }

  @Test func everyPartOfASelectionNarrowsTheResult() {
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
    #expect(Self.matrix.sources.suffix(2) == ["Barometer", "Recording"])
    #expect(Self.matrix.operators.starts(with: ["direct", "map", "compactMap"]))
  }

  @Test func everySourceIsCombinedWithAlmostEveryOperator() {
    let sources = Self.matrix.sources.prefix { $0 != "FeedViewModel" }
    let pairs = Set(Self.matrix.cells.map { [$0.source, $0.operator] })
    let operators = Set(Self.matrix.cells.filter { $0.source == "create" }.map(\.operator))
    // Some combinations have no cells. An example is a source that can end only inside `subscribe`
    // with an operator that sends late.
    for source in sources {
      let missing = operators.filter { !pairs.contains([source, $0]) }
      #expect(missing.count < 15, "\(source) is not combined with \(missing.sorted())")
    }
    #expect(pairs.count > sources.count * operators.count * 9 / 10)
  }

  /// The matrix must cover the public functions of these folders. Overloads with different labels
  /// are different operators.
  @Test(arguments: ["Operators", "Creation"])
  func everyPublicFunctionHasCells(folder: String) throws {
    let functions = try Self.publicFunctions(in: "Sources/Streams/\(folder)")
    #expect(functions.count > 5)
    // In the name of a row, the text after a space distinguishes several rows of one function.
    let known = Set((Self.matrix.sources + Self.matrix.operators).map { $0.prefix { $0 != " " } })
    let missing = functions.filter { function in
      let isAlone = functions.count { $0.name == function.name } == 1
      return !known.contains(function.description[...])
        && !(isAlone && known.contains(function.name[...]))
    }.map(\.description)
    #expect(missing.sorted() == [])
  }

  /// For every operator and every created sequence, cells count what a live subscription retains.
  @Test(arguments: ["Operators", "Creation"])
  func everyPublicFunctionHasValueCells(folder: String) throws {
    let names = Set(try Self.publicFunctions(in: "Sources/Streams/\(folder)").map(\.name))
    let words = try Self.words(in: "Sources/StreamCells/Values")
    #expect(names.subtracting(words).sorted() == [])
  }

  /// A new public function needs a cell, in whichever folder it is.
  @Test func everyPublicFunctionIsMentionedInCells() throws {
    let names = Set(try Self.publicFunctions(in: "Sources/Streams").map(\.name))
    // The library or the compiler calls these functions when a cell uses a `DisposeBag` builder, a
    // virtual clock, or the main scheduler.
    let called: Set = [
      "buildBlock", "compareVirtualTime", "convertFromVirtualTime",
      "convertFromVirtualTimeInterval", "convertToVirtualTime", "convertToVirtualTimeInterval",
      "ensureExecutingOnScheduler", "ensureRunningOnMainThread", "offsetVirtualTime",
      "scheduleAbsoluteVirtual", "scheduleRelativeVirtual",
    ]
    let words = try Self.words(in: "Sources/StreamCells")
    #expect(names.count > 100)
    #expect(names.subtracting(words).subtracting(called).sorted() == [])
    #expect(called.subtracting(names).sorted() == [])
  }

  /// Returns the names that occur in the source files of a folder.
  private static func words(in folder: String) throws -> Set<String> {
    let texts = try sources(in: folder)
    return Set(texts.flatMap { $0.matches(of: #/\w+/#).map { String($0.0) } })
  }

  private static func sources(in folder: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
  }

  /// Returns the functions that a program can call, except those named `subscribe` or
  /// `asObservable`.
  private static func publicFunctions(in folder: String) throws -> Set<PublicFunction> {
    let functions = try sources(in: folder).flatMap(PublicFunction.all)
    return Set(functions).filter { !["subscribe", "asObservable"].contains($0.name) }
  }
}
