import Foundation

private final class Item { var buffer: Buffer? }

private struct Slot {
  var hash: UInt32
  var tag: UInt32
  var spare: Int
}

/// A buffer that stores references in the memory of slots of another type.
private final class Buffer: ManagedBuffer<Int, Slot> {
  static func make(_ items: [Item]) -> Buffer {
    let buffer = unsafeDowncast(
      Buffer.create(minimumCapacity: items.count) { _ in 0 }, to: Buffer.self)
    for item in items { buffer.append(item) }
    return buffer
  }

  private func append(_ item: Item) {
    withUnsafeMutablePointers { count, slots in
      (UnsafeMutableRawPointer(slots) + count.pointee * 8).initializeMemory(as: Item.self, to: item)
      count.pointee += 1
    }
  }

  deinit {
    _ = withUnsafeMutablePointers { count, slots in
      UnsafeMutableRawPointer(slots).assumingMemoryBound(to: Item.self)
        .deinitialize(count: count.pointee)
    }
  }
}

let bufferCases: [Case] = [
  Case("a global buffer with values of another type than its slots") {
    Roots.any.append(Buffer.make([Item(), Item(), Item()]))
  },
  Case(
    "a cycle through a buffer with values of another type than its slots",
    .provenCycle(["Buffer", "Item"])
  ) {
    let items = [Item(), Item(), Item()]
    items[1].buffer = Buffer.make(items)
  },
]
