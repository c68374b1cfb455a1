import Streams

// Subscriptions whose handlers capture the subscriptions' owner.

final class Log {
  var items: [Int] = []
}

final class MapModel {
  let bag = DisposeBag()
  let subject = PublishSubject<Int>()
  var items: [Int] = []
  func start() {
    subject.map { $0 * 2 }.subscribe(onNext: { self.items.append($0) }).disposed(by: bag)
  }
}

func mapped() {
  let model = MapModel()
  model.start()
  model.subject.onNext(1)
  print(model.items)
}

final class CreateModel {
  let bag = DisposeBag()
  var items: [Int] = []
  func start() {
    Observable<Int>.create { observer in
      observer.onNext(1)
      return Disposables.create()
    }
    .subscribe(onNext: { self.items.append($0) }).disposed(by: bag)
  }
}

func created() {
  let model = CreateModel()
  model.start()
  print(model.items)
}

final class TwoModel {
  let bag = DisposeBag()
  let subject = PublishSubject<Int>()
  var items: [Int] = []
  func start() {
    subject.subscribe(onNext: { self.items.append($0) }).disposed(by: bag)
    subject.filter { $0 > 1 }.subscribe(onNext: { self.items.append(-$0) }).disposed(by: bag)
  }
}

func twoSubscriptions() {
  let model = TwoModel()
  model.start()
  model.subject.onNext(1)
  model.subject.onNext(2)
  print(model.items)
}

final class FlatModel {
  let bag = DisposeBag()
  let subject = PublishSubject<Int>()
  let log = Log()
  var offset = 3
  func start() {
    let log = log
    subject.flatMapLatest { Observable.just($0 + self.offset) }
      .subscribe(onNext: { log.items.append($0) }).disposed(by: bag)
  }
}

func flattened() {
  let model = FlatModel()
  model.start()
  model.subject.onNext(1)
  print(model.log.items)
}

final class KeepModel {
  var subscription: (any Disposable)?
  let subject = BehaviorSubject(value: 1)
  var items: [Int] = []
  func start() {
    subscription = subject.subscribe(onNext: { self.items.append($0) })
  }
}

func keptSubscription() {
  let model = KeepModel()
  model.start()
  print(model.items)
}

final class MethodModel {
  let bag = DisposeBag()
  let subject = PublishSubject<Int>()
  var items: [Int] = []
  func handle(_ value: Int) { items.append(value) }
  func start() {
    subject.subscribe(onNext: self.handle).disposed(by: bag)
  }
}

func subscribedMethod() {
  let model = MethodModel()
  model.start()
  model.subject.onNext(1)
  print(model.items)
}

final class ShareModel {
  let bag = DisposeBag()
  let subject = PublishSubject<Int>()
  let log = Log()
  var factor = 3
  func start() {
    let log = log
    let shared = subject.map { $0 * self.factor }.share(replay: 1)
    shared.subscribe(onNext: { log.items.append($0) }).disposed(by: bag)
  }
}

func shared() {
  let model = ShareModel()
  model.start()
  model.subject.onNext(1)
  print(model.log.items)
}

final class ActionModel {
  let bag = DisposeBag()
  var isOpen = true
  func start() {
    Disposables.create { self.isOpen = false }.disposed(by: bag)
  }
}

func disposableAction() {
  let model = ActionModel()
  model.start()
  print(model.isOpen)
}

final class ChildModel {
  let bag = DisposeBag()
  let output = PublishSubject<Int>()
}

final class ParentModel {
  let child = ChildModel()
  var items: [Int] = []
  func start() {
    child.output.subscribe(onNext: { self.items.append($0) }).disposed(by: child.bag)
  }
}

func childsOutput() {
  let model = ParentModel()
  model.start()
  model.child.output.onNext(4)
  print(model.items)
}

final class SideModel {
  let bag = DisposeBag()
  let subject = PublishSubject<Int>()
  var count = 0
  func start() {
    subject.do(onNext: { self.count += $0 }).filter { $0 > 0 }.subscribe().disposed(by: bag)
  }
}

func sideEffect() {
  let model = SideModel()
  model.start()
  model.subject.onNext(5)
  print(model.count)
}

final class ScanModel {
  let bag = DisposeBag()
  let subject = PublishSubject<Int>()
  var sums: [Int] = []
  func start() {
    subject.scan(0) { $0 + $1 }.distinctUntilChanged()
      .subscribe(onNext: { value in
        self.sums.append(value)
      }).disposed(by: bag)
  }
}

func scanned() {
  let model = ScanModel()
  model.start()
  model.subject.onNext(5)
  model.subject.onNext(6)
  print(model.sums)
}

final class EndsModel {
  let bag = DisposeBag()
  let subject = PublishSubject<Int>()
  var events: [String] = []
  func start() {
    subject.subscribe(
      onNext: { self.events.append("next \($0)") },
      onCompleted: { self.events.append("completed") }
    ).disposed(by: bag)
  }
}

func twoHandlersOfOne() {
  let model = EndsModel()
  model.start()
  model.subject.onNext(1)
  print(model.events)
}

let streamShapes: [(name: String, run: () -> Void)] = [
  ("mapped", mapped), ("created", created), ("twoSubscriptions", twoSubscriptions),
  ("flattened", flattened), ("keptSubscription", keptSubscription),
  ("subscribedMethod", subscribedMethod), ("shared", shared),
  ("disposableAction", disposableAction), ("childsOutput", childsOutput),
  ("sideEffect", sideEffect), ("scanned", scanned), ("twoHandlersOfOne", twoHandlersOfOne),
]
