/// An object is retained for C code that never releases it.
final class Feed {
  var items: [Int] = [1, 2, 3]
}

@inline(never) func run() -> Int {
  Int(bitPattern: Unmanaged.passRetained(Feed()).toOpaque()) & 1
}

precondition(run() == 0)
