/// An event of a scripted source. Elements are numbers.
enum Signal: Hashable {
  case next(Int)
  case failed
  case completed

  var isEnd: Bool {
    if case .next = self { false } else { true }
  }
}

/// The error of scripted sources and of the closures under test.
struct ScriptedError: Error {}
