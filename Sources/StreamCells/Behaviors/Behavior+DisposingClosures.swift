import Streams

extension Behavior {
  /// Subscriptions that a closure of one of their operators disposes.
  static let disposingClosures = [
    Behavior("closures", "that dispose their own subscription") { check in
      for (number, make) in disposingStreams.enumerated() {
        for event in [Event<Int>.next(1), .error(CellError()), .completed] {
          let (feed, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
          let clock = TestScheduler(initialClock: 0)
          let serial = SerialDisposable()
          let held = check.census.make()
          serial.disposable = make(feed, inner, clock) { [unowned serial] in serial.dispose() }
            .subscribe(
              onNext: { [held] _ in withExtendedLifetime(held) {} }, onError: { _ in })
          clock.advanceTo(10)
          feed.on(event)
          clock.advanceTo(20)
          feed.onNext(2)
          clock.advanceTo(30)
          if serial.isDisposed {
            check.expect(
              !feed.hasObservers,
              "stream \(number) is still subscribed to its source after \(event)")
            check.expect(
              !inner.hasObservers,
              "stream \(number) is still subscribed to the other stream after \(event)")
          }
          serial.dispose()
          check.expect(
            !inner.hasObservers,
            "stream \(number) is still subscribed to the other stream after disposal")
        }
      }
    }
  ]

  private typealias DisposingStream = (
    Observable<Int>, Observable<Int>, TestScheduler, @escaping () -> Void
  ) -> Observable<Int>

  private static var disposingStreams: [DisposingStream] {
    [
      { source, inner, _, end in
        source.catch { _ in
          end()
          return inner
        }
      },
      { source, inner, _, end in
        source.flatMap { _ in
          end()
          return inner
        }
      },
      { source, inner, _, end in
        source.flatMapLatest { _ in
          end()
          return inner
        }
      },
      { source, inner, _, end in
        source.flatMapFirst { _ in
          end()
          return inner
        }
      },
      { source, inner, _, end in
        source.concatMap { _ in
          end()
          return inner
        }
      },
      { source, inner, _, end in
        source.concat(
          Observable.deferred {
            end()
            return inner
          })
      },
      { source, inner, _, end in
        source.ifEmpty(
          switchTo: Observable.deferred {
            end()
            return inner
          })
      },
      { source, inner, clock, end in
        source.timeout(
          .seconds(1),
          other: Observable.deferred {
            end()
            return inner
          }, scheduler: clock)
      },
      { source, inner, _, end in
        source.retry(when: { (errors: Observable<any Error>) in
          errors.flatMap { _ in
            end()
            return inner
          }
        })
      },
      { source, inner, _, end in
        source.map { number in
          end()
          return number
        }.withLatestFrom(inner)
      },
      { source, inner, clock, end in
        source.do(onNext: { _ in end() }, onError: { _ in end() }, onCompleted: { end() })
          .observe(on: clock).amb(inner)
      },
      { source, inner, clock, end in
        source.groupBy { number in
          end()
          return number
        }.flatMap { $0.delay(.seconds(1), scheduler: clock) }.take(until: inner)
      },
      { source, inner, clock, end in
        source.window(timeSpan: .seconds(2), count: 1, scheduler: clock).flatMap { window in
          end()
          return window
        }.skip(until: inner)
      },
      { source, inner, _, end in
        source.flatMap { number in
          Observable.using {
            BooleanDisposable()
          } observableFactory: { _ in
            end()
            return inner
          }
        }
      },
      { source, inner, clock, end in
        source.distinctUntilChanged { first, second in
          end()
          return first == second
        }.debounce(.seconds(1), scheduler: clock).sample(inner)
      },
      { source, inner, _, end in
        .zip(source, inner.startWith(0)) { first, second in
          end()
          return first + second
        }
      },
      { source, inner, _, end in
        .combineLatest(source, inner.startWith(0)) { first, second in
          end()
          return first + second
        }
      },
      { source, inner, _, end in
        source.multicast({ PublishSubject<Int>() }) { shared in
          shared.do(onNext: { _ in end() }).flatMap { _ in inner }
        }
      },
    ]
  }
}
