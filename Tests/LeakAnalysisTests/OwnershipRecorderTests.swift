import LeakAnalysis
import OwnershipGraph
import ResourceRegistry
import Streams
import Testing

final class FeedViewModel {
  let bag = DisposeBag()
  var last = 0
  func start(_ source: Observable<Int>) {
    source.subscribe(onNext: { self.last = $0 }).disposed(by: bag)
  }
}

@Suite(.serialized) struct OwnershipRecorderTests {
  @inline(never)
  func subscribeForever() {
    _ = Observable<Int>.create { observer in
      observer.onNext(1)
      return Disposables.create()
    }.subscribe(onNext: { _ in })
  }

  @Test func neverEndingLeavesTheCoreCycle() throws {
    let recorder = OwnershipRecorder(since: Resources.mark())
    subscribeForever()
    let snapshot = recorder.snapshot(roots: [])
    for n in snapshot.graph.nodes { print(n.id, n.kind, n.retainCount as Any, n.referencesFound, n.size, n.qualifiedType, n.location as Any) }
    for r in snapshot.graph.references { print(snapshot.graph.nodes[r.from].id, r.label, r.strength, snapshot.graph.nodes[r.to].id) }
    for s in snapshot.survivors { print(snapshot.graph.nodes[s.node].id, s.fate) }
    print(snapshot.findings, snapshot.coverage)
    #expect(snapshot.findings.count == 1)
  }

  @inline(never)
  func makeViewModel() {
    let model = FeedViewModel()
    model.start(Observable<Int>.create { observer in
      observer.onNext(1)
      return Disposables.create()
    })
  }

  @Test func viewModelCycleIsNamed() throws {
    let recorder = OwnershipRecorder(since: Resources.mark())
    makeViewModel()
    let snapshot = recorder.snapshot(roots: [])
    for n in snapshot.graph.nodes { print(n.id, n.kind, n.retainCount as Any, n.referencesFound, n.size, n.qualifiedType, n.location as Any) }
    for r in snapshot.graph.references { print(snapshot.graph.nodes[r.from].id, r.label, r.strength, snapshot.graph.nodes[r.to].id) }
    for s in snapshot.survivors { print(snapshot.graph.nodes[s.node].id, s.fate) }
    print(snapshot.coverage)
    for f in snapshot.findings { print(f.fingerprint, f.rule, f.confidence, f.breakSet.map { f.graph.references[$0].label }, f.locations) }
    #expect(snapshot.findings.count == 1)
  }
}
