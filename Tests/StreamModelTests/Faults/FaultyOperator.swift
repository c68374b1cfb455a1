import Streams

/// An operator with a known mistake, and the difference that the test must report.
struct FaultyOperator {
  var name: String
  /// The name of the model with which the operator is compared.
  var of: String
  /// A part of the text of the expected difference.
  var complaint: String
  private var real: (RealStage) -> Subscribing

  init(
    _ name: String, of: String, _ complaint: String,
    _ real: @escaping (RealStage) -> Observable<Probe>
  ) {
    self.init(name, of: of, complaint, subscribing: { Subscribing(real($0)) })
  }

  init(
    _ name: String, of: String, _ complaint: String,
    subscribing real: @escaping (RealStage) -> Subscribing
  ) {
    self.name = name
    self.of = of
    self.complaint = complaint
    self.real = real
  }

  func model(of model: OperatorModel) -> OperatorModel {
    var changed = model
    changed.real = real
    return changed
  }
}

extension FaultyOperator {
  static var all: [FaultyOperator] { ofEvents + ofLifetimes + ofSteps }

  /// Operators that lose, add, replace or reorder events.
  private static var ofEvents: [FaultyOperator] {
    [
      FaultyOperator("a map that drops an element", of: "direct", "expected:") {
        $0.port(0).filter { $0.number != 7 }
      },
      FaultyOperator("a map that sends an element twice", of: "direct", "expected:") {
        $0.port(0).flatMap { Observable.of($0, $0) }
      },
      FaultyOperator("an error that becomes a completion", of: "direct", "completes") {
        $0.port(0).catch { _ in .empty() }
      },
      FaultyOperator("a take that counts after sending", of: "take", "expected:") { stage in
        Observable.create { observer in
          var left = 3
          return stage.port(0).subscribe(
            onNext: {
              observer.onNext($0)
              left -= 1
              if left == 0 { observer.onCompleted() }
            }, onError: observer.onError, onCompleted: observer.onCompleted)
        }
      },
      FaultyOperator(
        "elements after the end", of: "take", "expected:",
        subscribing: { stage in
          Subscribing { handlers in
            var left = 3
            return stage.port(0).subscribe(
              onNext: {
                handlers.element("\($0.number)")
                left -= 1
                if left == 0 { handlers.completed() }
              }, onError: { _ in handlers.error?() }, onCompleted: handlers.completed,
              onDisposed: handlers.disposed)
          }
        }),
      FaultyOperator(
        "elements after the disposal", of: "direct", "expected:",
        subscribing: { stage in
          Subscribing { handlers in
            _ = stage.port(0).subscribe(
              onNext: { handlers.element("\($0.number)") }, onError: { _ in handlers.error?() },
              onCompleted: handlers.completed, onDisposed: handlers.disposed)
            return Disposables.create()
          }
        }),
      FaultyOperator(
        "no call of onDisposed", of: "direct", "onDisposed",
        subscribing: { stage in
          Subscribing { handlers in
            stage.port(0).subscribe(
              onNext: { handlers.element("\($0.number)") }, onError: { _ in handlers.error?() },
              onCompleted: handlers.completed)
          }
        }),
      FaultyOperator(
        "sources in the wrong order", of: "take(until:)", "subscribes to 0"
      ) { stage in
        Observable.create { observer in
          let subscription = stage.port(0).subscribe(observer)
          let other = stage.port(1).subscribe(
            onNext: { _ in observer.onCompleted() }, onError: observer.onError)
          return Disposables.create(subscription, other)
        }
      },
    ]
  }

  /// Operators that retain values, closures or subscriptions for too long.
  private static var ofLifetimes: [FaultyOperator] {
    [
      FaultyOperator("a map that retains its last element", of: "direct", "are retained") { stage in
        var last: Probe?
        return stage.port(0).map {
          last = $0
          return last ?? $0
        }
      },
      FaultyOperator("a takeLast without a bound", of: "takeLast", "are retained") { stage in
        Observable.create { observer in
          var all: [Probe] = []
          return stage.port(0).subscribe(
            onNext: { all.append($0) }, onError: observer.onError,
            onCompleted: {
              for element in all.suffix(2) { observer.onNext(element) }
              observer.onCompleted()
            })
        }
      },
      FaultyOperator(
        "a closure that outlives the end", of: "direct", "closures are retained after the end",
        subscribing: { stage in
          let (source, held) = (Subscribing(stage.port(0)), stage.held())
          return Subscribing { Keeping(source.subscribe($0), held) }
        }),
      FaultyOperator(
        "a cycle", of: "direct", "values are retained after the subscription was released"
      ) { stage in
        let held = stage.held()
        let cycle = Cycle(held)
        cycle.other = cycle
        return stage.port(0)
      },
      FaultyOperator("a take that does not dispose", of: "take", "disposes 0") { stage in
        Observable.create { observer in
          _ = stage.port(0).take(3).subscribe(observer)
          return Disposables.create()
        }
      },
      FaultyOperator("a merge that keeps an inner one", of: "flatMap", "disposes 1") { stage in
        stage.port(0).flatMap { [unowned stage] element in
          try Rule.check(element)
          return Observable.create { [unowned stage] observer in
            let inner = stage.port(Rule.inner(element.number)).subscribe(observer)
            return Disposables.create { if Rule.inner(element.number) != 1 { inner.dispose() } }
          }
        }
      },
      FaultyOperator(
        "a subscription after the end", of: "take", "late subscriptions to 1 are left"
      ) { stage in
        stage.port(0).take(3).do(afterCompleted: { [unowned stage] in
          _ = stage.port(1).subscribe()
        })
      },
    ]
  }

  /// Operators whose scheduler steps run at a wrong time or are not cancelled, and operators that
  /// release a resource or an object at a wrong time.
  private static var ofSteps: [FaultyOperator] {
    [
      FaultyOperator("a delay that takes longer", of: "delay", "expected:") {
        $0.port(0).delay(.seconds(4), scheduler: $0.scheduler)
      },
      FaultyOperator("a step that is not cancelled", of: "take(for:)", "steps are pending") {
        stage in
        Observable.create { observer in
          // This step would run only after the end of the trial.
          _ = stage.scheduler.scheduleRelative((), dueTime: .seconds(500)) { _ in
            Disposables.create()
          }
          return stage.port(0).take(for: .seconds(7), scheduler: stage.scheduler)
            .subscribe(observer)
        }
      },
      FaultyOperator(
        "a resource that is released first", of: "using", "disposed before the subscription"
      ) { stage in
        Observable.create { observer in
          let resource = Disposables.create { [unowned stage] in
            stage.trace.callback("releases the resource")
            stage.require(
              !stage.isSubscribed(to: 0), "the resource is disposed before the subscription")
          }
          let subscription = stage.port(0).subscribe(observer)
          return Disposables.create(resource, subscription)
        }
      },
      FaultyOperator(
        "an object that is retained", of: "withUnretained, released", "object is retained"
      ) {
        stage in
        let objects = ProbeCensus()
        let object = Probe(0, objects)
        stage.actions[Rule.releaseTime] = { [unowned stage] in
          stage.require(objects.living.isEmpty, "the object is retained")
        }
        return stage.port(0).map { element in withExtendedLifetime(object) { element } }
      },
    ]
  }
}

/// A disposable that retains a value until the disposable is deallocated.
private final class Keeping: Disposable {
  private let disposable: any Disposable
  private let held: Probe

  init(_ disposable: any Disposable, _ held: Probe) {
    self.disposable = disposable
    self.held = held
  }

  func dispose() { disposable.dispose() }
}

/// An object that retains itself.
private final class Cycle {
  var other: Cycle?
  private let held: Probe

  init(_ held: Probe) { self.held = held }
}
