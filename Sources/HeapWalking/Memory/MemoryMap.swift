import CRecorder
import Foundation

/// The regions of this process's memory in which the program may store references, as listed by the
/// system.
struct MemoryMap {
  struct Region {
    var range: Range<UInt>
    /// A Boolean value indicating whether the region is a thread's stack. The first thread's stack
    /// is the region `[stack]`. Any other stack follows a guard page, and ends with the C library's
    /// data about the thread.
    var isStack: Bool
    /// A Boolean value indicating whether the region is the first thread's stack.
    var isFirstStack = false
    /// A Boolean value indicating whether the region follows a guard page but contains no stack
    /// that the C library created.
    var isGuarded = false
    /// A Boolean value indicating whether other processes may share the region. A shared region has
    /// no file on a disk.
    var isShared = false
  }

  let regions: [Region]

  /// Reads the map of this process. It is empty if the system has no such map.
  ///
  /// - Parameter includesGuards: A Boolean value indicating whether to search for guard pages that
  ///   the system does not list, which takes time in proportion to the size of the memory.
  init(includingGuards includesGuards: Bool = false) {
    self.init(
      SystemFile.text("/proc/self/maps") ?? "",
      mounts: SystemFile.text("/proc/self/mountinfo") ?? "",
      isOwn: {
        lk_table_includes($0) || lk_stack_includes($0) || lk_registers_include($0)
          || lk_child_memory_includes($0)
      },
      partsBetweenGuards: { includesGuards ? Self.partsBetweenGuards(of: $0) : [$0] },
      endOfStack: { lk_end_of_thread_stack($0.lowerBound, $0.upperBound) })
  }

  /// - Parameters:
  ///   - text: The lines of `/proc/self/maps`.
  ///   - mounts: The lines of `/proc/self/mountinfo`.
  ///   - isOwn: A closure that returns whether the region at an address is memory of the recorder.
  ///   - partsBetweenGuards: A closure that receives the range of a region without a file, and
  ///     returns its parts before, between and after guard pages that the system does not list. A
  ///     part before a guard page may be empty.
  ///   - endOfStack: A closure that receives the range of a region that follows a guard page. If
  ///     the region starts with a thread's stack, the closure returns the end of the stack. If not,
  ///     it returns the start of the region. Other memory may follow a stack, because the system
  ///     joins neighboring regions.
  init(
    _ text: String, mounts: String = "", isOwn: (UInt) -> Bool,
    partsBetweenGuards: (Range<UInt>) -> [Range<UInt>] = { [$0] },
    endOfStack: (Range<UInt>) -> UInt = { $0.upperBound }
  ) {
    var regions: [Region] = []
    var guardEnd: UInt = 0
    let devices = Self.memoryDevices(mounts)
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let bounds = fields.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
      guard fields.count >= 5, bounds.count == 2, bounds[0] < bounds[1] else { continue }
      let name = fields.count > 5 ? String(fields[5].drop { $0 == " " }) : ""
      if fields[1].hasPrefix("---"), name.isEmpty, bounds[1] - bounds[0] <= Self.maxGuard {
        guardEnd = bounds[1]
      }
      // Devices and shared mappings of files on disks are not searched, because reading them may
      // block or fail.
      let isMemory =
        name.isEmpty || name == "/dev/zero" || Self.hasNoFile(name)
        || devices.contains(Self.deviceNumber(fields[3])) && !Self.isDevice(name)
      let isShared = fields[1].hasSuffix("s")
      // Memory without a file may contain references even if it is read-only or contains code: the
      // program may have written them before it changed the protection.
      let isWritten =
        fields[1].hasPrefix("rw")
        || fields[1].hasPrefix("r") && (isShared ? isMemory : name.isEmpty)
      guard isWritten, !isOwn(bounds[0]), isMemory || !isShared && !name.hasPrefix("/dev/"),
        !name.hasPrefix("[v")
      else { continue }
      let range = bounds[0]..<bounds[1]
      if name == "[stack]" {
        regions.append(Region(range: range, isStack: true, isFirstStack: true))
      } else if isShared || !name.isEmpty {
        regions.append(Region(range: range, isStack: false, isShared: isShared))
      } else {
        for part in partsBetweenGuards(range) where !part.isEmpty {
          let isGuarded = part.lowerBound > range.lowerBound || guardEnd == range.lowerBound
          regions += Self.regions(of: part, isGuarded: isGuarded, endOfStack)
        }
      }
    }
    self.regions = regions
  }

  /// Returns the regions of private memory without a file: a stack, other memory, or both.
  private static func regions(
    of range: Range<UInt>, isGuarded: Bool, _ endOfStack: (Range<UInt>) -> UInt
  ) -> [Region] {
    let end = isGuarded ? endOfStack(range) : range.lowerBound
    let stack = Region(range: range.lowerBound..<end, isStack: true)
    let isStack = !stack.range.isEmpty
    let rest = Region(
      range: end..<range.upperBound, isStack: false, isGuarded: isGuarded && !isStack)
    return (isStack ? [stack] : []) + (rest.range.isEmpty ? [] : [rest])
  }

  /// Returns the parts of a region before, between and after guard pages that the system does not
  /// list.
  private static func partsBetweenGuards(of range: Range<UInt>) -> [Range<UInt>] {
    guard range.count <= maxSearchedForGuards else { return [range] }
    var parts: [Range<UInt>] = []
    var low = range.lowerBound
    while true {
      let high = lk_next_guard(low, range.upperBound)
      parts.append(low..<high)
      guard high < range.upperBound else { return parts }
      low = high + pageSize
    }
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

  /// Returns the suspended stacks of threads that run on another stack: in a handler on an
  /// alternate signal stack, or in a coroutine. The C library or the system created these stacks,
  /// and the frames of the calls that continue later are on them.
  ///
  /// The C library stores its data about a thread at the end of the thread's stack, but not on the
  /// first thread's stack.
  ///
  /// - Parameter threads: All threads. `stack` is the lowest address in use, and `pointer` is the
  ///   thread pointer; 0 if it is unknown.
  func suspendedStacks(of threads: [(stack: UInt, pointer: UInt)]) -> [Region] {
    let elsewhere = threads.filter { stack(usedFrom: $0.stack) == nil }
    guard !elsewhere.isEmpty else { return [] }
    let isFirstUsed = threads.contains { stack(usedFrom: $0.stack)?.isFirstStack == true }
    return regions.filter { region in
      guard region.isStack else { return false }
      if region.isFirstStack { return !isFirstUsed }
      return elsewhere.contains { region.range.contains($0.pointer) }
    }
  }

  /// Returns whether a region with this name is shared memory that the program requested without a
  /// file system: by `mmap`, `memfd_create` or `shmget`.
  private static func hasNoFile(_ name: String) -> Bool {
    name == "/dev/zero (deleted)" || name.hasPrefix("/memfd:")
      || name.hasPrefix("/SYSV") && name.hasSuffix(" (deleted)")
  }

  /// Returns whether a region with this name is a device. Reading a device may affect it.
  private static func isDevice(_ name: String) -> Bool {
    name.hasPrefix("/dev/") && !name.hasPrefix("/dev/shm/")
  }

  /// Returns the devices of the file systems that keep their files in memory.
  private static func memoryDevices(_ mounts: String) -> Set<[UInt]> {
    let kinds: Set<Substring> = ["tmpfs", "devtmpfs", "ramfs"]
    let devices = mounts.split(separator: "\n").compactMap { line -> [UInt]? in
      // The device is the third field. The kind of file system follows a separator, because the
      // number of fields before it varies (proc_pid_mountinfo(5)).
      let fields = line.split(separator: " ")
      guard let separator = fields.firstIndex(of: "-"), separator >= 3,
        separator + 1 < fields.count, kinds.contains(fields[separator + 1])
      else { return nil }
      return fields[2].split(separator: ":").compactMap { UInt($0) }
    }
    return Set(devices)
  }

  /// Returns the major and the minor number of a device in `/proc/self/maps`.
  private static func deviceNumber(_ text: Substring) -> [UInt] {
    text.split(separator: ":").compactMap { UInt($0, radix: 16) }
  }

  /// The maximum size of a region in which guard pages are searched, in bytes. A larger region was
  /// reserved for another purpose, and the search would take seconds.
  private static let maxSearchedForGuards = 1 << 36

  private static let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))

  /// The maximum size of the guard of a stack, in bytes. The guard is one page unless the program
  /// requested more.
  private static let maxGuard: UInt = 65_536
}
