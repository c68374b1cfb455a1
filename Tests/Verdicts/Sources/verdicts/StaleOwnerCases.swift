import Foundation

// Words that are no longer references.

private final class Weak { weak var target: Lost? }

private protocol Measured { var size: Int { get } }
extension Int: Measured { fileprivate var size: Int { self } }
nonisolated(unsafe) private var measured: (any Measured)?
nonisolated(unsafe) private var secondMeasured: (any Measured)?

private struct Kept {
  var object: Lost?
  var memory: UnsafeMutableRawPointer?
}
nonisolated(unsafe) private var kept = Kept()

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
      // Repeats so often that the address of a weakly referenced object is reused.
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
  Case("memory that a task which has ended used", .overRetained(["Lost"])) {
    let task = Task { () -> Int in
      await Task.yield()
      return 1
    }
    Roots.any.append(task)
    Roots.any.append(await task.value)
    onCleanStack { pointAtMemory(fromTask: unsafeBitCast(task, to: UInt.self)) }
  },
  Case("memory that the result of a task points to") {
    let task = Task { Lent(memory: lostMemory()) }
    Roots.any.append(task)
    _ = await task.value
    onCleanStack {}
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
  Case("memory in the payload of a live enum's previous case", .overRetained(["Lost"])) {
    onCleanStack { pointAtMemory(from: Buffers(.idle)) }
  },
  Case("memory behind the smaller payload of a live enum", .overRetained(["Lost"])) {
    onCleanStack { pointAtMemory(from: Buffers(.object(nil))) }
  },
  Case("memory in the payload of a live enum") {
    onCleanStack { pointAtMemory(from: Buffers(.filled(nil, nil))) }
  },
  Case("memory in the padding behind a property of one byte", .overRetained(["Lost"])) {
    onCleanStack {
      let flag = Flag()
      Roots.any.append(flag)
      pointAtMemory(fromPaddingOf: unsafeBitCast(flag, to: UInt.self), offset: 16)
    }
  },
  Case("memory in the padding of an array's element", .overRetained(["Lost"])) {
    onCleanStack {
      let list = Array(repeating: Flagged(), count: 4)
      Roots.any.append(list)
      pointAtMemory(fromPaddingOf: unsafeBitCast(list, to: UInt.self), offset: 32)
    }
  },
  Case("memory whose address an integer contains") {
    onCleanStack {
      Roots.any.append(Handle(address: Int(bitPattern: lostMemory())))
    }
  },
  Case("memory whose address is an integer in an array of structures") {
    onCleanStack {
      let flagged = Flagged(number: UInt64(UInt(bitPattern: lostMemory())))
      Roots.any.append(Array(repeating: flagged, count: 2))
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
  Case("memory in the unused bytes of an existential in a global variable", .overRetained(["Lost"]))
  {
    onCleanStack {
      secondMeasured = 7
      let memory = lostMemory()
      withUnsafeMutableBytes(of: &secondMeasured) { bytes in
        bytes.storeBytes(of: memory, toByteOffset: 16, as: UnsafeMutablePointer.self)
      }
    }
  },
  Case("memory to which a pointer in a global structure refers") {
    onCleanStack {
      kept.memory = UnsafeMutableRawPointer(lostMemory())
      // The optimizer removes a variable that is not used.
      withUnsafeMutableBytes(of: &kept) { use($0) }
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

private enum Buffer { case idle, object(Lost?), filled(Lost?, UnsafeMutableRawPointer?) }
private final class Buffers {
  var buffer: Buffer
  init(_ buffer: Buffer) { self.buffer = buffer }
}

private final class Flag {
  var isOn = false
  var number = 0
}
private struct Flagged {
  var isOn = false
  var number: UInt64 = 0
}
private final class Handle {
  let address: Int
  init(address: Int) { self.address = address }
}

private struct Lent: @unchecked Sendable { let memory: UnsafeMutableRawPointer }

/// Returns C memory that retains a lost object.
@inline(never) private func lostMemory() -> UnsafeMutablePointer<UnsafeMutableRawPointer> {
  let memory = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: 2)
  memory.initialize(repeating: Unmanaged.passRetained(Lost()).toOpaque(), count: 2)
  return memory
}

/// Writes the address of C memory, which retains a lost object, into a word of an ended task.
/// Before the task ended, the word referred to its frames (`ResumeContext` in the Swift
/// repository's `Task.h`).
@inline(never) private func pointAtMemory(fromTask task: UInt) {
  UnsafeMutableRawPointer(bitPattern: task)!
    .storeBytes(of: lostMemory(), toByteOffset: 64, as: UnsafeMutablePointer.self)
}

/// Writes the address of C memory, which retains a lost object, into the second word of an enum.
@inline(never) private func pointAtMemory(from holder: Buffers) {
  Roots.any.append(holder)
  let memory = lostMemory()
  withUnsafeMutableBytes(of: &holder.buffer) { bytes in
    bytes.storeBytes(of: memory, toByteOffset: 8, as: UnsafeMutablePointer.self)
  }
}

/// Writes the address of C memory, which retains a lost object, into a one-byte property and the
/// seven bytes behind it. The byte that the property stores is zero.
@inline(never) private func pointAtMemory(fromPaddingOf object: UInt, offset: Int) {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 256)
  memset(memory, 0, 256)
  memory.storeBytes(of: Unmanaged.passRetained(Lost()).toOpaque(), as: UnsafeMutableRawPointer.self)
  UnsafeMutableRawPointer(bitPattern: object)!
    .storeBytes(of: memory, toByteOffset: offset, as: UnsafeMutableRawPointer.self)
}

/// Writes the address of C memory, which retains a lost object, into the unoccupied buckets of a
/// table of integers. The table has the layout of `__RawSetStorage` or `__RawDictionaryStorage`:
/// the scale is at offset 32, and the address of the elements or keys at offset 48.
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
