import TestSupport
import Testing

@testable import Streams

@Suite(.countsResources) struct BagTests {
  /// Compares a bag with a dictionary. Insertions and removals are random, with a fixed seed.
  @Test(arguments: [1, 2, 30, 31, 100] as [Int])
  func behavesLikeADictionary(size: Int) {
    var random = SeededGenerator(seed: size)
    var bag = Bag<Int>()
    var model: [BagKey: Int] = [:]
    for step in 0..<5_000 {
      if model.count < size, Int.random(in: 0..<3, using: &random) > 0 || model.isEmpty {
        let key = bag.insert(step)
        #expect(model.updateValue(step, forKey: key) == nil, "A key is given once.")
      } else if let key = model.keys.sorted(by: { $0.rawValue < $1.rawValue })
        .randomElement(using: &random)
      {
        #expect(bag.removeKey(key) == model.removeValue(forKey: key))
        #expect(bag.removeKey(key) == nil)
      }
      #expect(bag.count == model.count)
      #expect(bag.isEmpty == model.isEmpty)
    }
    var elements: [Int] = []
    bag.forEach { elements.append($0) }
    #expect(elements.sorted() == model.values.sorted())
  }

  @Test func keepsInsertionOrderWhileSmall() {
    var bag = Bag<Int>()
    let keys = (0..<20).map { bag.insert($0) }
    _ = bag.removeKey(keys[0])
    _ = bag.removeKey(keys[7])
    _ = bag.insert(20)
    var elements: [Int] = []
    bag.forEach { elements.append($0) }
    #expect(elements == (1...20).filter { $0 != 7 })
  }

  @Test func copyIsASnapshot() {
    var bag = Bag<Int>()
    let key = bag.insert(1)
    let copy = bag
    _ = bag.removeKey(key)
    #expect(bag.isEmpty)
    #expect(copy.count == 1)
  }
}
