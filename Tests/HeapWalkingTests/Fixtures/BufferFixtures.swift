import Foundation
import HeapWalking
import Testing

/// Elements without references.
private struct Numbers {
  var first: UInt32
  var second: UInt32
  var third: Int
}

private struct Header {
  var count: Int
  var owner: Other
}

/// A buffer with a header, followed by elements.
private final class Buffer<Element>: ManagedBuffer<Header, Element> {
  deinit {
    unsafe withUnsafeMutablePointers { header, elements in
      _ = unsafe elements.deinitialize(count: header.pointee.count)
    }
  }

  static func make(_ elements: [Element], _ owner: Other, capacity: Int = 0) -> Buffer {
    let buffer = create(minimumCapacity: max(capacity, elements.count)) { _ in
      Header(count: elements.count, owner: owner)
    }
    let spare = (buffer.capacity - elements.count) * MemoryLayout<Element>.stride
    unsafe buffer.withUnsafeMutablePointerToElements { slots in
      unsafe slots.initialize(from: elements, count: elements.count)
      // Without this, stale words in the memory would look like elements.
      _ = unsafe UnsafeMutableRawPointer(slots + elements.count)
        .initializeMemory(as: UInt8.self, repeating: 0, count: spare)
    }
    return unsafe unsafeDowncast(buffer, to: Buffer.self)
  }

  func removeLast() {
    unsafe withUnsafeMutablePointers { header, slots in
      unsafe header.pointee.count -= 1
      _ = unsafe (slots + header.pointee.count).deinitialize(count: 1)
    }
  }
}

private class Middle: ManagedBuffer<Int, Target> {}
private final class Bottom: Middle {
  deinit {
    unsafe withUnsafeMutablePointers { count, slots in
      _ = unsafe slots.deinitialize(count: count.pointee)
    }
  }
}

/// A class without properties. The creator of an instance stores values after the instance.
private final class Anonymous {
  deinit {
    unsafe ManagedBufferPointer<Header, Target>(unsafeBufferObject: self)
      .withUnsafeMutablePointers { header, elements in
        _ = unsafe elements.deinitialize(count: header.pointee.count)
        _ = unsafe header.deinitialize(count: 1)
      }
  }
}
private final class Empty {}

private struct Slot {
  var small: Int8 = 1
  /// The address of an object, stored as a number.
  var number: Int
  weak var weakly: Other?
  unowned var unownedly: Target
  var t: Target
}
private enum Entry {
  case empty
  case number(Int)
  case one(Target)
  case two(Int, Other)
}

enum BufferFixtures {
  @FixtureList static var all: [Fixture] {
    Fixture("managed buffer") { t in
      Sample(
        Buffer.make([t.a, t.b], t.c), "header.owner → c", "scanned elements[*] → a",
        "scanned elements[*] → b", isScanned: true)
    }
    Fixture("managed buffer with room to spare") { t in
      Sample(
        Buffer.make([t.a], t.c, capacity: 40), "header.owner → c", "scanned elements[*] → a",
        isScanned: true)
    }
    Fixture("managed buffer, all that was allocated is in use") { t in
      let buffer = Buffer.make([t.a], t.c, capacity: 3)
      let filled = Buffer.make(Array(repeating: t.a, count: buffer.capacity), t.c)
      return Sample(Holder((buffer, filled)), "value.0 → Buffer", "value.1 → Buffer")
    }
    Fixture("managed buffer of structs: strengths are known, numbers may be references") { t in
      let address = Int(bitPattern: Address(of: t.d).bits)
      return Sample(
        Buffer.make([Slot(number: address, weakly: t.c, unownedly: t.b, t: t.a)], t.c),
        "header.owner → c", "scanned weak elements[*].weakly → c",
        "scanned unowned elements[*].unownedly → b", "scanned elements[*].t → a",
        "scanned elements[*] → d", isScanned: true, unexplained: ["d": -1])
    }
    Fixture("managed buffer of enums") { t in
      Sample(
        Buffer.make([Entry.one(t.a), .number(1), .two(1, t.c), .empty], t.c),
        "header.owner → c", "scanned elements[*].one → a", "scanned elements[*].two.1 → c",
        isScanned: true, hasUnusedBytes: true)
    }
    Fixture("managed buffer of optionals and of tuples") { t in
      Sample(
        Buffer.make([nil, (1, t.a), nil], t.c), "header.owner → c", "scanned elements[*].1 → a",
        isScanned: true, hasUnusedBytes: true)
    }
    Fixture("managed buffer of existentials") { t in
      Sample(
        Buffer<Any>.make([1, t.a, "text"], t.c), "header.owner → c", "scanned elements[*] → a",
        isScanned: true)
    }
    Fixture("subclass of a subclass of a managed buffer") { t in
      let buffer = Bottom.create(minimumCapacity: 1) { _ in 1 }
      unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: t.a) }
      return Sample(buffer, "scanned elements[*] → a", isScanned: true)
    }
    Fixture("element that was taken out of a managed buffer is reported as scanned") { t in
      let buffer = Buffer.make([t.a, t.b], t.c)
      buffer.removeLast()
      return Sample(
        buffer, "header.owner → c", "scanned elements[*] → a", "scanned elements[*] → b",
        isScanned: true, unexplained: ["b": -1])
    }
    Fixture("managed buffer with a value of another type than its elements") { t in
      let buffer = ManagedBuffer<Target, Numbers>.create(minimumCapacity: 1) { _ in t.a }
      unsafe buffer.withUnsafeMutablePointerToElements { slots in
        unsafe memset(slots, 0, buffer.capacity * MemoryLayout<Numbers>.stride)
        unsafe (UnsafeMutableRawPointer(slots) + 8).initializeMemory(as: Target.self, to: t.b)
      }
      return Sample(
        buffer, "header → a", "scanned elements[*] → b", isScanned: true)
    }
    Fixture("buffer of a class of its own") { t in
      let buffer = ManagedBufferPointer<Header, Target>(
        bufferClass: Anonymous.self, minimumCapacity: 1
      ) { _, _ in Header(count: 1, owner: t.c) }
      unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: t.a) }
      return Sample(buffer.buffer, "scanned tail → c", "scanned tail → a", isScanned: true)
    }
    Fixture("class without properties") { t in
      Sample(Holder((Empty(), t.a)), "value.0 → Empty", "value.1 → a")
    }
  }
}

@Suite struct BufferFixtureTests {
  @Test(arguments: BufferFixtures.all)
  func everyReferenceIsFound(_ fixture: Fixture) { fixture.check() }

  @Test func contextsOfFunctionsInABufferAreFound() throws {
    let record = try #require(AllocationRecord.installed)
    let (target, other) = (Target(), Other())
    let buffer = Buffer.make([target.run, { use((target, other)) }], Other())
    let snapshot = HeapWalker(live: record).walk(from: [Address(of: buffer)])
    #expect(snapshot.node(at: Address(of: target).bits) != nil)
    #expect(snapshot.node(at: Address(of: other).bits) != nil)
    #expect(!snapshot.coverage.isFull)
    withExtendedLifetime((buffer, target, other)) {}
  }

  @Test func onlyAnUntypedHeaderIsNamedAsAProperty() throws {
    let record = try #require(AllocationRecord.installed)
    let (target, other) = (Target(), Other())
    let buffer = ManagedBuffer<Int, Target>.create(minimumCapacity: 1) { _ in
      Int(bitPattern: Address(of: other).bits)
    }
    unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: target) }
    let walker = HeapWalker(live: record)
    let object = Address(of: buffer).bits
    #expect(walker.propertiesOfUntypedWords(in: object)[Address(of: other).bits] == "header")
    #expect(walker.propertiesOfUntypedWords(in: object)[Address(of: target).bits] == nil)
    let typed = Buffer.make([target], other)
    #expect(
      walker.propertiesOfUntypedWords(in: Address(of: typed).bits)[Address(of: other).bits] == nil)
    _ = unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0.deinitialize(count: 1) }
    withExtendedLifetime((buffer, typed, target, other)) {}
  }

  /// If sizes are not recorded, nothing after the header may be read, and the coverage is partial.
  @Test func elementsOfABufferOfUnknownSizeAreNotRead() {
    let target = Target()
    let buffer = Buffer.make([target], Other())
    let reading = HeapWalker().reading(of: Address(of: buffer))
    #expect(reading.references.map(\.label) == ["header.owner"])
    #expect(!reading.coverage.isFull)
    withExtendedLifetime(target) {}
  }
}
