import CRecorder

/// The regions of this process's memory in which the program may store references, as listed by the
/// system.
struct MemoryMap {
  struct Region {
    var range: Range<UInt>
    /// A Boolean value indicating whether the region is a thread's stack. The first thread's stack
    /// is the region `[stack]`. Any other stack follows a guard page, and ends with the C library's
    /// data about the thread.
    var isStack: Bool
    /// A Boolean value indicating whether the region follows a guard page but contains no stack
    /// that the C library created.
    var isGuarded = false
  }

  let regions: [Region]

  /// Reads the map of this process. It is empty if the system has no such map.
  init() {
    self.init(
      SystemFile.text("/proc/self/maps") ?? "",
      isOwn: {
        lk_table_includes($0) || lk_stack_includes($0) || lk_registers_include($0)
          || lk_copy_memory_includes($0)
      }, endOfStack: { lk_end_of_thread_stack($0.lowerBound, $0.upperBound) })
  }

  /// - Parameters:
  ///   - text: The lines of `/proc/self/maps`.
  ///   - isOwn: A closure that returns whether the region at an address belongs to the recorder.
  ///   - endOfStack: A closure that receives the range of a region that follows a guard page. If
  ///     the region starts with a thread's stack, the closure returns the end of the stack. If not,
  ///     it returns the start of the region. Other memory may follow a stack, because the system
  ///     joins neighboring regions.
  init(
    _ text: String, isOwn: (UInt) -> Bool, endOfStack: (Range<UInt>) -> UInt = { $0.upperBound }
  ) {
    var regions: [Region] = []
    var guardEnd: UInt = 0
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let bounds = fields.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
      guard fields.count >= 5, bounds.count == 2, bounds[0] < bounds[1] else { continue }
      let name = fields.count > 5 ? String(fields[5].drop { $0 == " " }) : ""
      if fields[1].hasPrefix("---"), name.isEmpty, bounds[1] - bounds[0] <= Self.maxGuard {
        guardEnd = bounds[1]
      }
      // Shared files and devices are not searched, because reading them may block or fail.
      let isShared = fields[1].hasSuffix("s")
      // Memory without a file may contain references even if it is read-only: the program may have
      // written them before it changed the protection.
      let isWritten = fields[1].hasPrefix("rw") || fields[1].hasPrefix("r--p") && name.isEmpty
      guard isWritten, isShared == (name == Self.sharedMemory),
        !isOwn(bounds[0]), isShared || !name.hasPrefix("/dev/"), !name.hasPrefix("[v")
      else { continue }
      let isGuarded = name.isEmpty && guardEnd == bounds[0]
      var end = name == "[stack]" ? bounds[1] : bounds[0]
      if isGuarded { end = endOfStack(bounds[0]..<bounds[1]) }
      if end > bounds[0] { regions.append(Region(range: bounds[0]..<end, isStack: true)) }
      if end < bounds[1] {
        regions.append(
          Region(
            range: end..<bounds[1], isStack: false, isGuarded: isGuarded && end == bounds[0]))
      }
    }
    self.regions = regions
  }

  /// Returns the region that contains `address`.
  func region(containing address: UInt) -> Region? {
    regions.first { $0.range.contains(address) }
  }

  /// Returns the stack whose lowest address in use is `address`. If the stack is exhausted,
  /// `address` may be in the guard pages below the stack.
  func stack(usedFrom address: UInt) -> Region? {
    let next = regions.first { address < $0.range.upperBound }
    guard let next, next.isStack, next.range.lowerBound <= address + Self.maxGuard
    else { return nil }
    return next
  }

  /// The name of shared memory that has no file.
  private static let sharedMemory = "/dev/zero (deleted)"

  /// The maximum size of the guard of a stack, in bytes. The guard is one page unless the program
  /// requested more.
  private static let maxGuard: UInt = 65_536
}
