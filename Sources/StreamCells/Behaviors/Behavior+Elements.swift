import Streams

extension Behavior {
  /// The elements that operators must send.
  static let elements = [
    Behavior("elements", "of transformations") { check in
      let three = Observable.of(1, 2, 3)
      check.events(three.scan(0, accumulator: +), "1 3 6 completed")
      check.events(three.scan(into: 0) { $0 += $1 }, "1 3 6 completed")
      check.events(three.reduce(0, accumulator: +), "6 completed")
      check.events(three.reduce(into: 0) { $0 += $1 }, "6 completed")
      check.events(three.reduce(1, accumulator: *) { $0 * 10 }, "60 completed")
      check.events(three.enumerated().map { $0.index * 10 + $0.element }, "1 12 23 completed")
      check.events(three.toArray().asObservable().map { $0.reduce(0, +) }, "6 completed")
      check.events(three.materialize().dematerialize(), "1 2 3 completed")
      check.events(
        three.materialize().compactMap { $0.isCompleted ? 9 : $0.element }, "1 2 3 9 completed")
      check.events(
        Observable.of(Event.next(1), .completed, .next(2)).concat(Observable.never())
          .dematerialize(),
        "1 completed")
      check.events(Observable.of(Event.next(1), .error(CellError())).dematerialize(), "1 x")
      check.events(
        Observable<Int>.error(CellError()).materialize().map { $0.error == nil ? 0 : 5 },
        "5 completed")
      check.events(three.flatMap { Observable.of($0, $0) }, "1 1 2 2 3 3 completed")
      check.events(three.flatMapLatest { Observable.of($0, $0) }, "1 2 3 3 completed")
      check.events(three.concatMap { Observable.of($0, $0) }, "1 1 2 2 3 3 completed")
      check.events(three.groupBy { $0 % 2 }.flatMap { $0 }, "1 2 3 completed")
      check.events(three.compactMap { $0 == 2 ? nil : $0 }, "1 3 completed")
    },
    Behavior("elements", "of filters") { check in
      let three = Observable.of(1, 2, 3)
      check.events(three.element(at: 0), "1 completed")
      check.events(three.element(at: 1), "2 completed")
      check.events(three.element(at: 3), "Argument out of range.")
      check.events(three.take(0), "completed")
      check.events(three.take(2), "1 2 completed")
      check.events(three.concat(Observable.never()).take(3), "1 2 3 completed")
      check.events(three.take(4), "1 2 3 completed")
      for count in 0...5 {
        let numbers = (0..<40).map { $0 }
        check.events(
          .from(numbers).takeLast(count),
          (numbers.suffix(count).map(String.init) + ["completed"]).joined(separator: " "))
      }
      check.events(three.skip(1), "2 3 completed")
      check.events(three.skip(0), "1 2 3 completed")
      check.events(three.skip(while: { $0 < 2 }), "2 3 completed")
      check.events(three.concat(three).skip(while: { $0 < 2 }), "2 3 1 2 3 completed")
      check.events(three.concat(Observable.never()).take(while: { $0 < 2 }), "1 completed")
      check.events(
        three.concat(Observable.never()).take(while: { $0 < 2 }, behavior: .inclusive),
        "1 2 completed")
      check.events(three.concat(Observable.never()).take(until: { $0 == 2 }), "1 completed")
      check.events(
        three.concat(Observable.never()).take(until: { $0 == 2 }, behavior: .inclusive),
        "1 2 completed")
      check.events(Observable.of(1, 1, 2, 2, 1).distinctUntilChanged(), "1 2 1 completed")
      check.events(three.single(), "1 Sequence contains more than one element.")
      check.events(three.single { $0 == 2 }, "2 completed")
      check.events(three.single { $0 == 4 }, "Sequence doesn't contain any elements.")
      check.events(.empty().single(), "Sequence doesn't contain any elements.")
      check.events(three.ignoreElements().map(unreachable) as Observable<Int>, "completed")
    },
    Behavior("elements", "of empty streams") { check in
      let (three, empty) = (Observable.of(1, 2, 3), Observable<Int>.empty())
      check.events(three.ifEmpty(default: 9), "1 2 3 completed")
      check.events(empty.ifEmpty(default: 9), "9 completed")
      check.events(three.ifEmpty(switchTo: .just(9)), "1 2 3 completed")
      check.events(three.filter { $0 > 3 }.ifEmpty(switchTo: .just(9)), "9 completed")
      check.events(.range(start: 5, count: 3), "5 6 7 completed")
      check.events(.range(start: 5, count: 0), "completed")
      check.events(.range(start: .max, count: 1), "\(Int.max) completed")
      check.events(.range(start: .min, count: 0), "completed")
      check.events(.combineLatest([Observable<Int>]()) { _ in 1 }, "1 completed")
      check.events(.zip([Observable<Int>]()) { _ in 1 }, "completed")
      check.events(.combineLatest(empty, Observable<Int>.never()) { $0 + $1 }, "")
      check.events(.combineLatest(three, empty) { $0 + $1 }, "completed")
      check.events(.combineLatest(empty, three) { $0 + $1 }, "completed")
      check.events(.zip(empty, Observable<Int>.never()) { $0 + $1 }, "")
      check.events(.zip(Observable<Int>.never(), empty) { $0 + $1 }, "")
      check.events(.catch(sequence: []), "completed")
      check.events(.catch(sequence: [empty]), "completed")
      check.events(.catch(sequence: [three, three]), "1 2 3 completed")
      check.events(.catch(sequence: [.error(CellError()), three]), "1 2 3 completed")
      check.events(.catch(sequence: [.error(CellError())]), "x")
      check.events(.from(optional: nil), "completed")
    },
    Behavior("elements", "of combinations") { check in
      let three = Observable.of(1, 2, 3)
      check.events(three.concat(three), "1 2 3 1 2 3 completed")
      check.events(.concat([three, three]), "1 2 3 1 2 3 completed")
      check.events(.combineLatest(three, three) { $0 * 10 + $1 }, "11 21 22 32 33 completed")
      check.events(
        .combineLatest([three, three]) { $0[0] * 10 + $0[1] }, "11 21 22 32 33 completed")
      check.events(.zip(three, Observable.of(4, 5)) { $0 * 10 + $1 }, "14 25 completed")
      check.events(.zip(Observable.of(4, 5), three) { $0 * 10 + $1 }, "41 52 completed")
      check.events(
        .zip(Observable.of(4, 5), three.concat(Observable.never())) { $0 * 10 + $1 }, "41 52")
      check.events(.zip([three, three]) { $0[0] * 10 + $0[1] }, "11 22 33 completed")
      check.events(.zip([three]) { $0[0] }, "1 2 3 completed")
      check.events(.combineLatest([three]) { $0[0] }, "1 2 3 completed")
      check.events(three.withLatestFrom(three), "1 2 3 completed")
      check.events(three.startWith(0), "0 1 2 3 completed")
      check.events(.repeatElement(1).take(3), "1 1 1 completed")
      check.events(three.amb(Observable.never()), "1 2 3 completed")
      check.events(.amb([.never(), three, .of(4, 5)]), "1 2 3 completed")
      check.events(.amb([.never(), .never(), three]), "1 2 3 completed")
      check.events(Observable<Int>.never().amb(three), "1 2 3 completed")
      check.events(three.retry(), "1 2 3 completed")
      check.events(three.concat(Observable.error(CellError())).retry(2), "1 2 3 1 2 3 x")
      check.events(three.concat(Observable.error(CellError())).retry(0), "completed")
      check.events(.merge(three, three), "1 1 2 2 3 3 completed")
    },
    Behavior("elements", "of traits") { check in
      let three = Observable.of(1, 2, 3)
      check.events(three.take(1).asSingle().asObservable(), "1 completed")
      check.events(three.asSingle().asObservable(), "Sequence contains more than one element.")
      check.events(
        Observable<Int>.empty().asSingle().asObservable(), "Sequence doesn't contain any elements.")
      check.events(three.first().asObservable().map { $0 ?? 0 }, "1 completed")
      check.events(three.asMaybe().asObservable(), "Sequence contains more than one element.")
      check.events(three.take(1).asMaybe().asObservable(), "1 completed")
      check.events(Observable<Int>.empty().asMaybe().asObservable(), "completed")
      check.events(Maybe<Int>.empty().ifEmpty(default: 4).asObservable(), "4 completed")
      check.events(Maybe.just(1).ifEmpty(default: 4).asObservable(), "1 completed")
      check.events(
        Maybe<Int>.empty().ifEmpty(switchTo: Single.just(4)).asObservable(), "4 completed")
      check.events(Maybe.just(1).ifEmpty(switchTo: Single.just(4)).asObservable(), "1 completed")
      check.events(
        Single.zip([Single.just(1), .just(2)]) { $0[0] * 10 + $0[1] }.asObservable(),
        "12 completed")
      check.events(Single<Int>.zip([Single<Int>]()) { _ in 3 }.asObservable(), "3 completed")
    },
  ]
}
