import Findings
import OwnershipGraph

/// Reports that resemble the reports of real runs.
enum SampleReports {
  /// A cycle of a view model, its bag and its subscription.
  static let viewModelCycle = ObjectGraph(
    nodes: [
      .init(
        id: "FeedViewModel#1", type: "FeedViewModel", qualifiedType: "App.FeedViewModel",
        role: .cycle, size: 64, retainCount: 1, referencesFound: 1),
      .init(
        id: "DisposeBag#1", type: "DisposeBag", qualifiedType: "Streams.DisposeBag", role: .cycle,
        size: 48, retainCount: 1, referencesFound: 1),
      .init(
        id: "SinkDisposer#1", type: "SinkDisposer", qualifiedType: "Streams.SinkDisposer",
        role: .cycle, size: 64, retainCount: 2, referencesFound: 2),
      .init(
        id: "AnonymousObservableSink#1", type: "AnonymousObservableSink",
        qualifiedType: "Streams.AnonymousObservableSink<Swift.Int>", role: .cycle, size: 80,
        retainCount: 1, referencesFound: 1),
      .init(
        id: "closure #1 in FeedViewModel.start()#1", type: "closure #1 in FeedViewModel.start()",
        qualifiedType: "closure #1 in App.FeedViewModel.start()", kind: .closureContext,
        role: .cycle, size: 32, retainCount: 1, referencesFound: 1,
        location: SourceLocation(file: "FeedViewModel.swift", line: 41)),
      .init(
        id: "Feed#1", type: "Feed", qualifiedType: "App.Feed", role: .behind, size: 32,
        retainCount: 1, referencesFound: 1),
      .init(
        id: "Coordinator#1", type: "Coordinator", qualifiedType: "App.Coordinator", role: .context,
        size: 32),
    ],
    references: [
      .init(from: 0, to: 1, label: "bag"),
      .init(from: 0, to: 5, label: "feed"),
      .init(from: 0, to: 6, label: "delegate", strength: .weak),
      .init(from: 1, to: 2, label: "disposables[*]"),
      .init(from: 2, to: 3, label: "sink"),
      .init(from: 3, to: 2, label: "cancel"),
      .init(from: 3, to: 4, label: "observer"),
      .init(from: 4, to: 0, label: "capture self"),
    ])

  /// The cycle of a sink and its disposer in the library. The cycle retains the observer's closure.
  static let coreCycle = ObjectGraph(
    nodes: [
      .init(
        id: "SinkDisposer#1", type: "SinkDisposer", qualifiedType: "Streams.SinkDisposer",
        role: .cycle, size: 64, retainCount: 1, referencesFound: 1),
      .init(
        id: "AnonymousObservableSink#1", type: "AnonymousObservableSink",
        qualifiedType: "Streams.AnonymousObservableSink<Swift.Int>", role: .cycle, size: 80,
        retainCount: 1, referencesFound: 1),
      .init(
        id: "AnonymousObserver#1", type: "AnonymousObserver",
        qualifiedType: "Streams.AnonymousObserver<Swift.Int>", role: .behind, size: 48,
        retainCount: 1, referencesFound: 1),
    ],
    references: [
      .init(from: 0, to: 1, label: "sink"), .init(from: 1, to: 0, label: "cancel"),
      .init(from: 1, to: 2, label: "observer"),
    ])

  /// Returns a report that contains every kind of result: a leak, a held object, the expected
  /// finding of matrix cells with a known leak, an inconclusive cell, and a mutant that was not
  /// detected.
  static func leaking() -> LeakReport {
    var report = LeakReport(
      tool: .init(version: "0.1.0"),
      summary: .init(
        verdict: .leaking, cells: 12, unexpectedCycles: 1, controlsSeen: 2, controlsExpected: 2,
        inconclusiveCells: 1, failedCells: 2),
      coverage: coverage, cells: cells(), findings: [])
    let viewModel = viewModelCycle
    report.findings = [
      Finding(
        fingerprint: Fingerprint.ofCycle(in: viewModel), rule: .closureCaptureCycle,
        confidence: .proven, graph: viewModel, breakSet: viewModel.breakSet().references,
        hostBreakSet: viewModel.advisedBreaks(),
        locations: [SourceLocation(file: "FeedViewModel.swift", line: 41)],
        cells: ["view-model/-/none/afterSubscribe", "view-model/-/none/otherThread"]),
      Finding(
        fingerprint: Fingerprint.of(
          rule: .heldAfterEnding, types: ["BinaryDisposable"], roots: ["bag"]),
        rule: .heldAfterEnding, confidence: .likely, status: .known,
        graph: ObjectGraph(
          nodes: [
            .init(
              id: "BinaryDisposable#1", type: "BinaryDisposable", role: .held, size: 48,
              retainCount: 2, referencesFound: 1)
          ]), roots: ["bag"], cells: ["create/map/completion/afterSubscribe"]),
      Finding(
        fingerprint: Fingerprint.ofCycle(in: coreCycle), rule: .retainCycle, confidence: .proven,
        status: .expected, graph: coreCycle, breakSet: coreCycle.breakSet().references,
        hostBreakSet: coreCycle.advisedBreaks(),
        cells: ["create/map/none/afterSubscribe", "create/map/none/insideSubscribe"]),
    ]
    report.findings[0].suspects = [
      Suspect(
        file: "SinkDisposer.swift", line: 48, scope: "SinkDisposer.dispose",
        text: "self.sink = nil", path: "Sources/Streams/Core/SinkDisposer.swift"),
      Suspect(
        file: "Sink.swift", line: 61, scope: "Sink.dispose", text: "cancel.dispose()"),
    ]
    for index in report.cells.indices {
      report.cells[index].findings = report.findings.filter {
        $0.cells.contains(report.cells[index].id)
      }.map(\.fingerprint)
    }
    report.mutants = [
      MutantReport(
        name: "sink-disposer-keeps-sink", summary: "SinkDisposer.dispose does not clear its sink.",
        isCaught: true, endings: ["completion", "error"], fingerprints: ["v1:00000001"]),
      MutantReport(
        name: "bag-keeps", summary: "The bag | keeps <what> it has.", isCaught: false,
        reason: "no red cell under bagDrop"),
    ]
    return report
  }

  /// Returns the report of a clean run, in which two matrix cells have a known leak.
  static func clean() -> LeakReport {
    var report = leaking()
    report.cells.removeAll { $0.verdict != .pass || $0.source == "view-model" }
    report.findings = [report.findings[2]]
    report.mutants = [report.mutants[0]]
    report.summary = .init(
      verdict: .clean, cells: report.cells.count, unexpectedCycles: 0, controlsSeen: 2,
      controlsExpected: 2, inconclusiveCells: 0, failedCells: 0)
    return report
  }

  private static var coverage: Coverage {
    var coverage = Coverage()
    coverage.typedBytes = 4096
    coverage.typedReferences = 118
    coverage.scannedBytes = 16
    return coverage
  }

  private static func cells() -> [CellReport] {
    var cells: [CellReport] = []
    for (source, `operator`) in [("create", "map"), ("view-model", "-")] {
      for ending in ["completion", "dispose", "none"] {
        for timing in ["insideSubscribe", "afterSubscribe"] {
          let isViewModel = source == "view-model"
          let isNone = ending == "none"
          var cell = CellReport(
            id:
              "\(source)/\(`operator`)/\(ending)/\(isViewModel && timing == "insideSubscribe" ? "otherThread" : timing)",
            source: source, operator: `operator`, ending: ending,
            timing: isViewModel && timing == "insideSubscribe" ? "otherThread" : timing,
            expectation: isNone && !isViewModel ? .cycle : .clean,
            verdict: isNone && isViewModel ? .fail : .pass,
            reason: isNone && isViewModel ? "a cycle survives" : "",
            resources: .init(
              before: 0, subscribed: 5, ended: isNone ? 5 : 1, released: isNone ? 2 : 0))
          if ending == "completion" {
            cell.cuts = [
              .init(from: "SinkDisposer#1", label: "sink", to: "AnonymousObservableSink#1"),
              .init(from: "SinkDisposer#1", label: "subscription", to: "AnonymousDisposable#1"),
            ]
            cell.freed = ["AnonymousObservableSink#1", "AnonymousObserver#1"]
          }
          if isNone { cell.survivors = ["SinkDisposer#1", "AnonymousObservableSink#1"] }
          if ending == "dispose", isViewModel, timing == "afterSubscribe" {
            cell.verdict = .inconclusive
            cell.reason = "the walk met 16 bytes of unknown type"
          }
          cells.append(cell)
        }
      }
    }
    cells.append(cell(held: "create"))
    return cells
  }

  private static func cell(held source: String) -> CellReport {
    CellReport(
      id: "\(source)/map/completion+bagKept/afterSubscribe", source: source, operator: "map",
      ending: "completion+bagKept", timing: "afterSubscribe", expectation: .held, verdict: .pass,
      resources: .init(before: 0, subscribed: 6, ended: 2, released: 0))
  }
}
