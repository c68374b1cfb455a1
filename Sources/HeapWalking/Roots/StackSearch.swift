import CRecorder

/// The parts of the threads' stacks whose words may own objects.
///
/// Use this type in a process that was forked while the other threads were stopped.
struct StackSearch {
  private static let maxCalls = 64

  private let map: MemoryMap
  private let blocks: MemoryBlocks
  private let idleCalls: IdleCalls

  init(in map: MemoryMap, among blocks: MemoryBlocks) {
    (self.map, self.blocks) = (map, blocks)
    let images = LoadedImage.all()
    // If libdispatch is linked statically, its functions are part of the program's own code.
    let ownCode = ProgramRuntime.linkedIn?.code(
      ofFunctionsWithPrefixes: ["_dispatch_", "dispatch_"])
    idleCalls = IdleCalls(
      dispatchCode: ownCode ?? images.filter { $0.isNamed("libdispatch.so") }.map(\.range),
      libraryCode: images.filter { $0.isNamed("libc.so", "libpthread", "ld-linux", "ld-musl") }
        .map(\.range))
    lk_prepare_waiting_calls()
  }

  /// Returns the memory to search, and discards the recorded registers of idle threads.
  ///
  /// - Parameter endingThread: A thread that ends the program, given by the lowest address in use
  ///   on its stack; `nil` if there is no such thread.
  /// - Complexity: O(threads · (calls + regions)), plus O(memory in use) for each suspended stack.
  func stacks(endingThread: UInt?) -> [Range<UInt>] {
    var found = endingThread.flatMap { stack(from: $0) }.map { [$0] } ?? []
    for index in StoppedThreads.indices {
      guard let start = StoppedThreads.stack(at: index), let stack = stack(from: start)
      else { continue }
      guard let end = endOfIdleCalls(index, stack) else {
        found.append(stack)
        continue
      }
      lk_forget_registers(index)
      // The rest of the stack is searched, because the thread-local variables of the thread are at
      // higher addresses than the frames of its calls.
      found.append(end..<stack.upperBound)
    }
    found += map.suspendedStacks(of: StoppedThreads.all(endingThread: endingThread)).map {
      usedPart(ofSuspended: $0.range)
    }
    var (start, end): (UInt, UInt) = (0, 0)
    if unsafe lk_frames_at_dispatch_main(&start, &end) { found.append(start..<end) }
    return found
  }

  /// Returns the part that is in use of a stack whose calls are suspended because its thread runs
  /// on another stack.
  ///
  /// - Complexity: O(memory in use).
  private func usedPart(ofSuspended range: Range<UInt>) -> Range<UInt> {
    var stack = SuspendedStack(range)
    for region in map.regions where region.range != range {
      stack.search(region.range, region.isStack ? .part : .region)
    }
    for block in blocks.starts.indices where !blocks.isObject[block] {
      stack.search(blocks.memory(of: block))
    }
    return stack.used
  }

  private func stack(from start: UInt) -> Range<UInt>? {
    map.stack(usedFrom: start).map { max(start, $0.range.lowerBound)..<$0.range.upperBound }
  }

  /// Returns the end of the frames of a thread that waits in libdispatch for work; see
  /// ``IdleCalls``. Returns `nil` if the thread does not wait for work, or if this is unknown.
  private func endOfIdleCalls(_ index: Int, _ stack: Range<UInt>) -> UInt? {
    var calls = [UInt](repeating: 0, count: Self.maxCalls)
    var end: UInt = 0
    let count = unsafe lk_waiting_calls(index, stack.upperBound, &calls, calls.count, &end)
    guard stack.contains(end), idleCalls.includes(Array(calls[..<count])) else { return nil }
    return end
  }
}

extension LoadedImage {
  /// A Boolean value indicating whether the image is the C library.
  var isCLibrary: Bool { isNamed("libc.so", "libc-", "ld-musl") }

  fileprivate func isNamed(_ beginnings: String...) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return beginnings.contains { name.hasPrefix($0) }
  }
}
