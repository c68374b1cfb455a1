/// An object stores a closure that captures the object.
final class Feed {
  var items: [Int] = []
  var onUpdate: (() -> Void)?
}

@inline(never) func run() {
  let feed = Feed()
  feed.onUpdate = { feed.items.append(1) }
  feed.onUpdate?()
}

run()
