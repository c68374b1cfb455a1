import LeakAnalysis
import OwnershipGraph
import ResourceRegistry
import Streams
import TestSupport
import Testing

private final class FeedViewModel {
  let bag = DisposeBag()
  var last = 0

  func start(_ source: Observable<Int>) {
    source.subscribe(onNext: { self.last = $0 }).disposed(by: bag)
  }

  func startWeakly(_ source: Observable<Int>) {
    source.subscribe(onNext: { [weak self] in self?.last = $0 }).disposed(by: bag)
  }
}

private func endless() -> Observable<Int> {
  Observable<Int>.create { observer in
    observer.onNext(1)
    return Disposables.create()
  }
}

@Suite(.serialized, .countsResources) struct OwnershipRecorderTests {
  // Separate functions create the objects, so that no temporary value of the test retains an
  // object.
  @inline(never)
  private func subscribeForever() { _ = endless().subscribe(onNext: { _ in }) }

  @inline(never)
  private func startModel(weakly: Bool) {
    let model = FeedViewModel()
    if weakly { model.startWeakly(endless()) } else { model.start(endless()) }
  }

  @Test func aNeverEndingSubscriptionLeaksTheSinkAndItsDisposer() throws {
    let recorder = OwnershipRecorder(since: Resources.mark())
    subscribeForever()
    let snapshot = recorder.snapshot(roots: [])
    let finding = try #require(snapshot.findings.first)
    #expect(snapshot.findings.count == 1)
    #expect(finding.rule == .retainCycle)
    #expect(finding.confidence == .proven)
    let cycle = finding.graph.nodes.filter { $0.role == .cycle }.map(\.id)
    #expect(Set(cycle) == ["SinkDisposer#1", "AnonymousObservableSink#1"])
    #expect(finding.graph.labels.isSuperset(of: ["sink", "cancel", "observer"]))
    #expect(snapshot.survivors.contains { $0.retention == .leakedBehindCycle })
    #expect(snapshot.isComplete && snapshot.coverage.isFull)
  }

  @Test func aModelCapturedByItsOwnSubscriptionIsNamed() throws {
    let recorder = OwnershipRecorder(since: Resources.mark())
    startModel(weakly: false)
    let finding = try #require(recorder.snapshot(roots: []).findings.first)
    #expect(finding.rule == .closureCaptureCycle)
    #expect(finding.confidence == .proven)
    #expect(finding.advisedBreaks.map { finding.graph.references[$0].label } == ["capture self"])
    #expect(finding.graph.nodes.contains { $0.type == "FeedViewModel" && $0.role == .cycle })
    let closure = finding.graph.nodes.first {
      $0.type.hasPrefix("closure #1 in FeedViewModel.start")
    }
    #expect(closure != nil)
  }

  @Test func aModelCapturedWeaklyIsReleased() {
    let recorder = OwnershipRecorder(since: Resources.mark())
    startModel(weakly: true)
    let snapshot = recorder.snapshot(roots: [])
    #expect(snapshot.survivors.isEmpty)
    #expect(snapshot.findings.isEmpty)
  }

  @Test func objectsReachableFromADeclaredRootAreHeld() throws {
    let recorder = OwnershipRecorder(since: Resources.mark())
    let bag = DisposeBag()
    Observable.just(1).subscribe(onNext: { _ in }).disposed(by: bag)
    let snapshot = recorder.snapshot(roots: [Root("bag", bag)])
    #expect(!snapshot.survivors.isEmpty)
    #expect(snapshot.survivors.allSatisfy { $0.retention == .held && $0.roots == ["bag"] })
    let finding = try #require(snapshot.findings.first)
    #expect(finding.rule == .heldAfterEnding)
    #expect(finding.roots == ["bag"])
    withExtendedLifetime(bag) {}
  }

  @Test func anUndeclaredOwnerIsUnexplained() {
    let recorder = OwnershipRecorder(since: Resources.mark())
    let bag = DisposeBag()
    let snapshot = recorder.snapshot(roots: [])
    #expect(snapshot.survivors.map(\.retention) == [.ownerUnexplained])
    #expect(snapshot.findings.map(\.rule) == [.unexplainedOwner])
    withExtendedLifetime(bag) {}
  }

  /// The objects that the retained object retains are not findings of their own.
  @Test func aRetainedSubscriptionIsOneFinding() throws {
    let recorder = OwnershipRecorder(since: Resources.mark())
    let bag = DisposeBag()
    Observable<Int>.never().subscribe(onNext: { _ in }).disposed(by: bag)
    let snapshot = recorder.snapshot(roots: [])
    #expect(snapshot.survivors.count > 1)
    let finding = try #require(snapshot.findings.first)
    #expect(snapshot.findings.count == 1)
    #expect(finding.rule == .unexplainedOwner)
    // A retain is unexplained, and the declaration of the object's class is not the mistake.
    #expect(finding.confidence == .likely)
    #expect(finding.locations == [])
    #expect(finding.graph.nodes.filter { $0.role == .held }.map(\.type) == ["DisposeBag"])
    #expect(finding.graph.nodes.contains { $0.role == .behind })
    withExtendedLifetime(bag) {}
  }

  @Test func theGlobalVariableThatRetainsAnObjectIsNamed() throws {
    let handler = Hooks.defaultErrorHandler
    defer { Hooks.defaultErrorHandler = handler }
    let recorder = OwnershipRecorder(since: Resources.mark())
    retainInGlobalVariable(CompositeDisposable())
    let finding = try #require(recorder.snapshot(roots: []).findings.first)
    #expect(finding.rule == .heldAfterEnding)
    #expect(finding.roots == ["the global variable Streams.Hooks.handlers"])
    let held = finding.graph.nodes.filter { $0.role == .held }
    #expect(held.map(\.type) == ["CompositeDisposable"])
    #expect(held.map(\.unexplainedOwners) == [0])
  }

  @inline(never)
  private func retainInGlobalVariable(_ object: CompositeDisposable) {
    Hooks.defaultErrorHandler = { _, _ in withExtendedLifetime(object) {} }
  }

  @Test func completionCutsTheDisposersReferences() {
    let recorder = OwnershipRecorder(since: Resources.mark())
    let bag = DisposeBag()
    let subject = PublishSubject<Int>()
    Observable<Int>.create { subject.subscribe($0) }
      .subscribe(onNext: { _ in }).disposed(by: bag)
    let before = recorder.snapshot(roots: [Root("bag", bag), Root("subject", subject)])
    subject.onCompleted()
    let after = recorder.snapshot(roots: [Root("bag", bag), Root("subject", subject)])
    let (cuts, freed) = OwnershipRecorder.changes(from: before, to: after)
    let cut = cuts.filter { $0.from == "SinkDisposer#1" }.map(\.label)
    #expect(Set(cut) == ["sink", "subscription"])
    #expect(freed.contains("AnonymousObservableSink#1"))
    withExtendedLifetime((bag, subject)) {}
  }
}

extension ObjectGraph {
  fileprivate var labels: Set<String> { Set(references.map(\.label)) }
}
