import RACDisposables
import Streams

extension Behavior {
  /// Code that a disposable or a connection runs, and that uses this disposable or connection. The
  /// disposable or connection must not hold its lock while the code runs.
  static let selfUse = [
    Behavior("disposables", "can be used by what they dispose") { check in
      for (name, run) in selfUsers {
        run { check.log.append($0 ? "disposed" : "not disposed") }
        check.expect(check.log, is: ["disposed"], "what a member of \(name) sees")
        check.log = []
      }
    },
    Behavior("multicast", "whose closure subscribes to the result") { check in
      let source = PublishSubject<Int>()
      var shared: ConnectableObservable<Int>?
      var inner: (any Disposable)?
      let connectable = source.multicast { () -> PublishSubject<Int> in
        if inner == nil {
          inner = Disposables.create()
          inner = shared?.log(check, "inner ")
        }
        return PublishSubject()
      }
      shared = connectable
      let outer = connectable.log(check, "outer ")
      let connection = connectable.connect()
      source.onNext(1)
      check.expect(check.log.sorted(), is: ["inner 1", "outer 1"], "the elements")
      outer.dispose()
      inner?.dispose()
      connection.dispose()
      (shared, inner) = (nil, nil)
    },
  ]

  private typealias SelfUser = (@escaping (_ isDisposed: Bool) -> Void) -> Void

  /// Disposables with a member that, when disposed, passes the disposable's state to a closure.
  private static var selfUsers: [(String, SelfUser)] {
    [
      (
        "SingleAssignmentDisposable",
        { see in
          let single = SingleAssignmentDisposable()
          single.disposable = Disposables.create { [unowned single] in see(single.isDisposed) }
          single.dispose()
        }
      ),
      (
        "SingleAssignmentDisposable, disposed before",
        { see in
          let single = SingleAssignmentDisposable()
          single.dispose()
          single.disposable = Disposables.create { [unowned single] in see(single.isDisposed) }
        }
      ),
      (
        "SerialDisposable, disposed before",
        { see in
          let serial = SerialDisposable()
          serial.dispose()
          serial.disposable = Disposables.create { [unowned serial] in see(serial.isDisposed) }
        }
      ),
      (
        "CompositeDisposable, disposed before",
        { see in
          let composite = CompositeDisposable()
          composite.dispose()
          _ = composite.insert(
            Disposables.create { [unowned composite] in see(composite.isDisposed) })
        }
      ),
      ("RefCountDisposable", { see in counted(see).dispose() }),
      (
        "RefCountDisposable with a user",
        { see in
          let counted = counted(see)
          let user = counted.retain()
          counted.dispose()
          user.dispose()
        }
      ),
      (
        "ScheduledDisposable",
        { see in
          let later = SingleAssignmentDisposable()
          let scheduled = ScheduledDisposable(
            scheduler: CurrentThreadScheduler.instance, disposable: later)
          later.disposable = Disposables.create { [unowned scheduled] in see(scheduled.isDisposed) }
          scheduled.dispose()
        }
      ),
      (
        "RACSerialDisposable, disposed before",
        { see in
          let serial = RACSerialDisposable()
          serial.dispose()
          serial.disposable = RACDisposable { [unowned serial] in see(serial.isDisposed) }
        }
      ),
      (
        "RACCompoundDisposable, disposed before",
        { see in
          let compound = RACCompoundDisposable()
          compound.dispose()
          compound.addDisposable(
            RACDisposable { [unowned compound] in see(compound.isDisposed) })
        }
      ),
    ]
  }

  /// Returns a disposable whose member passes the disposable's state to a closure.
  private static func counted(
    _ see: @escaping (_ isDisposed: Bool) -> Void
  ) -> RefCountDisposable {
    let member = SingleAssignmentDisposable()
    let counted = RefCountDisposable(disposable: member)
    member.disposable = Disposables.create { [unowned counted] in see(counted.isDisposed) }
    return counted
  }
}
