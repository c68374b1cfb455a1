/// A model of a sequence that shares a subscription to its source. It consists of a list of
/// observers, and a list of the elements that a new observer receives first.
final class ConnectableModel {
  enum Kind: CaseIterable {
    case share, shareReplay, shareForever, shareReplayForever
    case publish, replay, multicast, multicastReplay

    /// A Boolean value indicating whether the sequence is connected only while it has observers.
    var countsObservers: Bool {
      switch self {
      case .share, .shareReplay, .shareForever, .shareReplayForever: true
      case .publish, .replay, .multicast, .multicastReplay: false
      }
    }

    /// A Boolean value indicating whether all connections use the same subject.
    var hasOneSubject: Bool {
      switch self {
      case .shareForever, .shareReplayForever, .multicast, .multicastReplay: true
      case .share, .shareReplay, .publish, .replay: false
      }
    }

    /// The number of elements that a new observer receives first.
    var bufferSize: Int {
      switch self {
      case .shareReplay, .shareReplayForever, .replay, .multicastReplay: 2
      case .share, .shareForever, .publish, .multicast: 0
      }
    }
  }

  struct Observer {
    var received: [String] = []
    var isLive = true
    /// A Boolean value indicating whether the observer's connection was ended without an event.
    var isSeparated = false
    var leavesAtFirst = false
  }

  let kind: Kind
  private(set) var observers: [Observer] = []
  private(set) var remembered: [Int] = []
  private(set) var subscriptions = 0
  private(set) var isConnected = false
  private var end: String?

  init(_ kind: Kind) { self.kind = kind }

  private var joined: [Int] {
    observers.indices.filter { observers[$0].isLive && !observers[$0].isSeparated }
  }

  func subscribe(leavesAtFirst: Bool) {
    let index = observers.count
    observers.append(Observer(leavesAtFirst: leavesAtFirst))
    // The subscription of the observer does not exist until all elements have been replayed, so the
    // observer cannot leave before.
    observers[index].received = remembered.map(String.init)
    if let end {
      deliver(end, to: index)
      observers[index].isLive = false
      return
    }
    if kind.countsObservers { connect() }
    if leavesAtFirst, !remembered.isEmpty { unsubscribe(index) }
  }

  func unsubscribe(_ index: Int) {
    observers[index].isLive = false
    if kind.countsObservers, joined.isEmpty { disconnect() }
  }

  func connect() {
    guard !isConnected else { return }
    isConnected = true
    subscriptions += 1
  }

  func disconnect() {
    guard isConnected else { return }
    isConnected = false
    forget()
  }

  func sourceSends(_ number: Int) {
    guard isConnected, end == nil else { return }
    remembered = (remembered + [number]).suffix(kind.bufferSize)
    for index in joined { deliver("\(number)", to: index) }
    if kind.countsObservers, joined.isEmpty { disconnect() }
  }

  func sourceEnds(_ text: String) {
    guard isConnected else { return }
    isConnected = false
    if end == nil {
      for index in joined {
        deliver(text, to: index)
        observers[index].isLive = false
      }
      end = text
    }
    forget()
  }

  /// Removes the elements and separates the observers, if the next connection has a new subject.
  private func forget() {
    guard !kind.hasOneSubject else { return }
    remembered = []
    end = nil
    for index in joined { observers[index].isSeparated = true }
  }

  private func deliver(_ text: String, to index: Int) {
    observers[index].received.append(text)
    if observers[index].leavesAtFirst { observers[index].isLive = false }
  }
}
