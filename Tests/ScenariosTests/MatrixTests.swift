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
    #expect(controls.count >= 3)
  }

  @Test func aSubjectAloneOwnsItsObserversAndLeavesNothing() {
    var selection = Selection()
    selection.filters = ["PublishSubject/direct/none"]
    let cells = Self.matrix.selected(by: selection)
    #expect(!cells.isEmpty)
    #expect(cells.allSatisfy { $0.expectation == .clean })
  }

  @Test(arguments: ["FeedViewModel", "DownloadSession"])
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
    selection.filters = ["create/map", "create/filter"]
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
    #expect(
      Self.matrix.sources == ["create", "PublishSubject", "FeedViewModel", "DownloadSession"])
    #expect(
      Self.matrix.operators == ["direct", "map", "filter", "captureSelf", "weakSelf"])
  }
}
