import Foundation

// Words that are no longer references.

private final class Weak { weak var target: Lost? }

private protocol Measured { var size: Int { get } }
extension Int: Measured { fileprivate var size: Int { self } }
nonisolated(unsafe) private var measured: (any Measured)?

let staleOwnerCases: [Case] = [
  Case("the word that removeLast leaves in a live array", .overRetained(["Lost"])) {
    onCleanStack {
      let holder = Lists()
      Roots.any.append(holder)
      holder.list = [Lost(), Lost(), Lost()]
      holder.list.reserveCapacity(16)
      if let lost = holder.list.last { retainForever(lost) }
      holder.list.removeLast()
    }
  },
  Case("the words in the unused buckets of a live set", .overRetained(["Lost"])) {
    onCleanStack {
      let holder = Lists()
      Roots.any.append(holder)
      for number in 0..<24 { holder.set.insert(number) }
      fillUnusedBuckets(of: unsafeBitCast(holder.set, to: UInt.self), bitmap: 56)
    }
  },
  Case("the words in the unused buckets of a live dictionary", .overRetained(["Lost"])) {
    onCleanStack {
      let holder = Lists()
      Roots.any.append(holder)
      for number in 0..<24 { holder.dictionary[number] = number }
      fillUnusedBuckets(of: unsafeBitCast(holder.dictionary, to: UInt.self), bitmap: 64)
    }
  },
  Case("a dead object's side table", .overRetained(["Lost"])) {
    onCleanStack {
      // Repeats until the address of a weakly referenced object is reused.
      for _ in 0..<64 {
        var dead: Lost? = Lost()
        let weak = Weak()
        weak.target = dead
        Roots.any.append(weak)
        dead = nil
        let lost = Lost()
        retainForever(lost)
      }
    }
  },
  Case("a task that has ended", .overRetained(["Lost"])) {
    let task = Task { () -> Int in
      let lost = Lost()
      retainForever(lost)
      await Task.yield()
      withExtendedLifetime(lost) {}
      return 1
    }
    Roots.any.append(task)
    Roots.any.append(await task.value)
  },
  Case("an enum's payload that has been replaced", .overRetained(["Lost"])) {
    onCleanStack {
      let holder = Choices()
      Roots.any.append(holder)
      let lost = Lost()
      holder.choice = .object(lost, 1)
      retainForever(lost)
      holder.choice = .number(7)
    }
  },
  Case("the unused bytes of an existential in a global variable", .overRetained(["Lost"])) {
    onCleanStack {
      let lost = Lost()
      retainForever(lost)
      measured = 7
      let word = UInt(bitPattern: Unmanaged.passUnretained(lost).toOpaque())
      withUnsafeMutableBytes(of: &measured) { bytes in
        bytes.storeBytes(of: word, toByteOffset: 8, as: UInt.self)
      }
    }
  },
]

private final class Lists {
  var list: [Lost] = []
  var set: Set<Int> = []
  var dictionary: [Int: Int] = [:]
}

private enum Choice { case object(Lost, Int), number(Int), none }
private final class Choices { var choice = Choice.none }

/// Writes the address of C memory, which retains a lost object, into the buckets of a table of
/// integers that are not occupied. Its layout is that of `__RawSetStorage` or
/// `__RawDictionaryStorage`: the scale at 32, the keys' address at 48.
@inline(never) private func fillUnusedBuckets(of table: UInt, bitmap: Int) {
  let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 2)
  memory.initialize(repeating: Unmanaged.passRetained(Lost()).toOpaque(), count: 2)
  let storage = UnsafeMutableRawPointer(bitPattern: table)!
  let keys = storage.load(fromByteOffset: 48, as: UnsafeMutablePointer<UInt>.self)
  for bucket in 0..<(1 << storage.load(fromByteOffset: 32, as: UInt8.self)) {
    let word = storage.load(fromByteOffset: bitmap + bucket / 64 * 8, as: UInt.self)
    if word >> UInt(bucket % 64) & 1 == 0 { keys[bucket] = UInt(bitPattern: memory) }
  }
}
