/// A generator of reproducible pseudorandom numbers. The algorithm is SplitMix64 (Vigna, 2015).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns `true` with the given probability.
  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &self) < share }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns a random element of a collection that is not empty.
  mutating func pick<Element>(_ elements: some Collection<Element>) -> Element {
    let offset = Int.random(in: 0..<elements.count, using: &self)
    return elements[elements.index(elements.startIndex, offsetBy: offset)]
  }
}
