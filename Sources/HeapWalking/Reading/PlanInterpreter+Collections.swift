// The storage after an object's fields: the elements of collections, the components of key paths,
// and the captures of blocks. PlanBuilder+Collections.swift and PlanBuilder+Unmanaged.swift
// describe the layouts. The extension in PlanInterpreter+KeyPath.swift reads the components of key
// paths.

extension PlanInterpreter {
  /// Visits the elements of an array.
  @inline(__always)
  func visitElements<Visitor: ReferenceVisitor & ~Copyable>(
    of object: Address, _ head: PlanHead, _ visitor: inout Visitor
  ) {
    var count = max(0, Int(bitPattern: (object + 16).knownWord()))
    if !visitor.trustsElementCounts {
      // The count of storage under construction may be any number.
      let (start, stride) = (Int(head.elementStart), max(1, Int(head.elementStride)))
      let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: stride)
      let wanted = isTooLarge ? Int.max : bytes.addingReportingOverflow(start).partialValue
      count = min(count, max(0, room(of: object, for: wanted, visitor) - start) / stride)
    }
    visitor.enter(label: PlanStore.elementLabel)
    var address = object + Int(head.elementStart)
    for _ in 0..<count {
      runSteps(head.elements, at: address, of: object, &visitor)
      address = address + Int(head.elementStride)
    }
    visitor.leave()
  }

  /// Returns the recorded size of `storage`, or the usable size of its allocated block if `wanted`
  /// exceeds the recorded size. Returns the largest integer if the size is unknown.
  ///
  /// The standard library uses the whole usable size of a block as capacity, so elements may lie
  /// beyond the requested size.
  private func room<Visitor: ReferenceVisitor & ~Copyable>(
    of storage: Address, for wanted: Int, _ visitor: borrowing Visitor
  ) -> Int {
    let extent = visitor.extent(of: storage)
    // Storage of known size is a block of the allocator, so its usable size can be determined.
    return extent >= wanted ? extent : storage.usableBytes
  }

  /// Visits the storage after the fields of an object that is not an array.
  func visitTail<Visitor: ReferenceVisitor & ~Copyable>(
    of object: Address, plan: ObjectPlan, _ visitor: inout Visitor
  ) {
    switch plan.tail {
    case .none, .array: break
    case .hashTable(let bitmap, let key, let value):
      visitBuckets(of: object, bitmap: object + bitmap, key: key, value: value, &visitor)
    case .ring(let start, let element):
      visitRing(of: object, start: start, element: element, &visitor)
    case .slots(let start, let element):
      visitSlots(of: object, start: start, element: element, &visitor)
    case .undeclared:
      let extent = visitor.extent(of: object)
      guard extent > 16, extent < .max else { return }
      visitor.untyped(
        start: object + 16, length: extent - 16, label: PlanStore.tailLabel)
    case .string:
      visitString(object, &visitor)
    case .keyPath:
      visitKeyPath(object, &visitor)
    case .block:
      let descriptor = object.address(24)
      guard (descriptor + 8).isReadable else { return }
      let size = min(Int(bitPattern: descriptor.word(8)), visitor.extent(of: object))
      visitor.untyped(start: object + 32, length: max(0, size - 32), label: PlanStore.captureLabel)
    case .task:
      visitTask(object, &visitor)
    }
  }

  /// Visits the slots of a buffer. It is unknown which slots are in use, so all are read, and only
  /// references to live objects are accepted. A buffer may use its whole allocated block, which can
  /// be larger than the requested size.
  private func visitSlots<Visitor: ReferenceVisitor & ~Copyable>(
    of object: Address, start: Int, element: Repetition, _ visitor: inout Visitor
  ) {
    guard visitor.extent(of: object) < .max else {
      visitor.untypedRest(of: object, from: start, label: PlanStore.bufferElementLabel)
      return
    }
    // Storage of known size is a block of the allocator, so its usable size can be determined.
    let bytes = max(0, object.usableBytes - start)
    // An element of less than a word has no steps. The whole buffer is then scanned below.
    let count = element.steps.isEmpty ? 0 : bytes / max(1, element.stride)
    let slots = count * element.stride
    visitor.enterSlots(bytes: bytes)
    visitor.enter(label: PlanStore.bufferElementLabel)
    for index in 0..<count {
      run(element.steps, at: object + start + index * element.stride, of: object, &visitor)
    }
    visitor.untyped(start: object + start + slots, length: bytes - slots, label: 0)
    visitor.leave()
    visitor.leaveSlots()
  }

  private func visitRing<Visitor: ReferenceVisitor & ~Copyable>(
    of object: Address, start: Int, element: Repetition, _ visitor: inout Visitor
  ) {
    let capacity = Int(bitPattern: object.word(16))
    let count = Int(bitPattern: object.word(24))
    let first = Int(bitPattern: object.word(32))
    let stride = max(1, element.stride)
    guard !element.steps.isEmpty, (0...Int.max / 2 / stride).contains(capacity),
      (0...capacity).contains(count), (0..<max(1, capacity)).contains(first),
      start + capacity * stride <= room(of: object, for: start + capacity * stride, visitor)
    else { return }
    visitor.enter(label: PlanStore.elementLabel)
    for index in 0..<count {
      let slot = (first + index) % capacity
      run(element.steps, at: object + start + slot * element.stride, of: object, &visitor)
    }
    visitor.leave()
  }

  /// Visits the reference to breadcrumbs after the code units of a string.
  private func visitString<Visitor: ReferenceVisitor & ~Copyable>(
    _ object: Address, _ visitor: inout Visitor
  ) {
    let word = object.word(16)
    let capacity = Int(word & 0xFFFF_FFFF_FFFF)
    guard word >> 63 == 1, 40 + capacity <= room(of: object, for: 40 + capacity, visitor)
    else { return }
    let address = object + 32 + capacity
    let breadcrumbs = address.word()
    guard breadcrumbs >= Address.lowest else { return }
    visitor.reference(
      RawReference(
        target: breadcrumbs, strength: .strong, label: PlanStore.breadcrumbsLabel, address: address)
    )
  }

  private func visitBuckets<Visitor: ReferenceVisitor & ~Copyable>(
    of object: Address, bitmap: Address, key: Repetition, value: Repetition?,
    _ visitor: inout Visitor
  ) {
    let scale = Int(object.byte(32))
    let extent = visitor.extent(of: object)
    guard scale < 40 else { return }
    let parts = [
      (PlanStore.keyLabel, object.address(48), Optional(key)),
      (PlanStore.valueLabel, object.address(56), value),
    ]
    for (label, base, part) in parts {
      guard let part, !part.steps.isEmpty, base.bits >= object.bits,
        Int(base.bits - object.bits) + (part.stride << scale) <= extent
      else { continue }
      visitor.enter(label: label)
      for bucket in 0..<(1 << scale)
      where bitmap.word(bucket / 64 * 8) >> UInt(bucket % 64) & 1 == 1 {
        run(part.steps, at: base + bucket * part.stride, of: object, &visitor)
      }
      visitor.leave()
    }
  }
}
