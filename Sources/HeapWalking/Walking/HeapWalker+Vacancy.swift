// The unused parts of collections and tasks, which may contain stale words: elements that were
// removed, and what the memory contained before.

extension HeapWalker {
  /// Returns the parts in use of an object's memory, ascending: without the capacity behind an
  /// array's elements, the unoccupied buckets of a dictionary or set, the free slots of a deque, and
  /// what a task that has ended contains beside its result.
  ///
  /// - Parameter memory: The block that starts with the object.
  /// - Returns: `memory` alone if its type does not tell which parts are in use.
  /// - Complexity: O(buckets) for a dictionary or set, otherwise O(1).
  func partsInUse(of memory: Range<UInt>) -> PartsInUse {
    let object = Address(memory.lowerBound)
    let head = plans.objectPlan(for: object)
    if head.element.elementStart > 0 {
      return .whole(elements(of: object, head.element, in: memory))
    }
    switch store.objects[head.element.plan].tail {
    case .hashTable(let bitmap, let key, let value):
      return buckets(of: object, bitmap: bitmap, key: key, value: value, in: memory)
    case .ring(let start, let element):
      return slots(of: object, start: start, stride: element.stride, in: memory)
    case .task:
      guard interpreter.isComplete(task: object) else { return .whole(memory) }
      let result = interpreter.resultParts(ofTask: object, end: memory.upperBound)
      return .parts(result.map { $0.clamped(to: memory) })
    case .none, .array, .slots, .undeclared, .string, .keyPath, .block:
      return .whole(memory)
    }
  }

  private func elements(
    of object: Address, _ head: PlanHead, in memory: Range<UInt>
  ) -> Range<UInt> {
    let count = max(0, Int(bitPattern: (object + 16).word()))
    let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: Int(head.elementStride))
    let (end, overflows) = (object.bits + UInt(head.elementStart))
      .addingReportingOverflow(UInt(bytes))
    guard !isTooLarge, !overflows, memory.contains(end) else { return memory }
    return memory.lowerBound..<end
  }

  private func buckets(
    of object: Address, bitmap: Int, key: Repetition, value: Repetition?, in memory: Range<UInt>
  ) -> PartsInUse {
    let scale = Int(object.byte(32))
    let words = ((1 << min(scale, 40)) + 63) / 64
    let header = bitmap + 8 * words
    guard scale < 40, header <= memory.count else { return .whole(memory) }
    var parts = [memory.lowerBound..<memory.lowerBound + UInt(header)]
    let columns = [(object.address(48), key)] + (value.map { [(object.address(56), $0)] } ?? [])
    for (base, column) in columns {
      let end = base.bits.addingReportingOverflow(UInt(column.stride << scale))
      guard base.bits >= parts[0].upperBound, !end.overflow,
        end.partialValue <= memory.upperBound
      else { return .whole(memory) }
      for bucket in 0..<(1 << scale)
      where object.word(bitmap + bucket / 64 * 8) >> UInt(bucket % 64) & 1 == 1 {
        parts.append(base.bits, UInt(bucket * column.stride), UInt(column.stride))
      }
    }
    return .parts(parts)
  }

  private func slots(
    of object: Address, start: Int, stride: Int, in memory: Range<UInt>
  ) -> PartsInUse {
    let (capacity, count, first) = (object.word(16), object.word(24), object.word(32))
    let (bytes, isTooLarge) = capacity.multipliedReportingOverflow(by: UInt(stride))
    guard count <= capacity, first < max(1, capacity), !isTooLarge, bytes < UInt(memory.count)
    else { return .whole(memory) }
    var parts = [memory.lowerBound..<memory.lowerBound + UInt(start)]
    let wrapped = max(first + count, capacity) - capacity
    let base = memory.lowerBound + UInt(start)
    parts.append(base, 0, wrapped * UInt(stride))
    parts.append(base, first * UInt(stride), (count - wrapped) * UInt(stride))
    return .parts(parts.map { $0.clamped(to: memory) })
  }
}

/// The parts of a block that an object uses.
enum PartsInUse {
  case whole(Range<UInt>)
  /// Several parts, ascending.
  case parts([Range<UInt>])
}

extension [Range<UInt>] {
  /// Adds a range, as part of the last one if it begins where that ends.
  fileprivate mutating func append(_ base: UInt, _ offset: UInt, _ length: UInt) {
    guard length > 0 else { return }
    let start = base + offset
    if let last, last.upperBound == start {
      self[count - 1] = last.lowerBound..<start + length
    } else {
      append(start..<start + length)
    }
  }
}
