import CRecorder

/// The live objects that this process allocated since the recorder was installed. Earlier objects
/// are not in the record.
///
/// Looking up an address takes at most three loads. Recording adds a few stores to each allocation
/// and each release of memory.
package struct AllocationRecord: LiveObjects {
  /// The record of this process; `nil` if the recorder cannot be installed. The recorder is
  /// installed on first use.
  package static let installed: AllocationRecord? = {
    guard let runtime = ProgramRuntime.linkedIn else {
      return lk_recorder_install() ? AllocationRecord() : nil
    }
    runtime.provideTypes()
    return runtime.record() ? AllocationRecord() : nil
  }()

  private init() {}

  /// Makes the recorder also record memory that is not an object. ``RootScan`` searches this
  /// memory.
  package func installEverywhere() { lk_recorder_install_everywhere() }

  package func contains(_ address: UInt) -> Bool {
    Self.isObject(lk_table_entry(address), at: Address(address))
  }

  /// Returns whether new objects are recorded. If they are not, an empty record does not prove that
  /// there are no objects.
  package func isRecording() -> Bool {
    if lk_recorder_has_seen_object() { return true }
    let control = Control()
    return withExtendedLifetime(control) {
      contains(UInt(bitPattern: ObjectIdentifier(control)))
    }
  }

  private final class Control {}

  /// A Boolean value indicating whether the record contains every block. A limit on the address
  /// space (`RLIMIT_AS`) may leave too little room for the record.
  package var isComplete: Bool { lk_table_is_complete() }

  package func size(of address: UInt) -> Int? {
    let entry = lk_table_entry(address)
    return lk_kind_of(entry) == lk_no_allocation ? nil : lk_size_of(entry)
  }

  /// Starts to record the allocation stack of each new object that is allocated outside a
  /// ``Scope``. A recorded stack starts with the innermost call outside the runtime and has at most
  /// `depth` calls. If the standard library is linked into the program, up to eight more calls are
  /// recorded. At most 64 calls are recorded in any case.
  package func recordStacks(depth: Int) {
    // Calls inside the standard library are recognized and skipped only if it is a separate
    // library. If it is linked into the program, they are recorded, too.
    let own = depth > 0 && ProgramRuntime.linkedIn != nil ? Self.maxLibraryCalls : 0
    lk_stack_set_depth(UInt32(clamping: depth + own))
  }

  /// The usual maximum number of standard-library calls in an allocation stack.
  private static let maxLibraryCalls = 8

  package func allocationStack(of address: UInt) -> [UInt] {
    let entry = lk_table_entry(address)
    guard lk_kind_of(entry) != lk_no_allocation else { return [] }
    let number = lk_stack_of(entry)
    return unsafe Array(unsafeUninitializedCapacity: lk_max_noted) { buffer, count in
      // The call writes at most `buffer.count` frames.
      count = unsafe lk_stack_frames(number, buffer.baseAddress, buffer.count)
    }
  }

  package func allocationOrder(of address: UInt) -> Int? {
    let entry = lk_table_entry(address)
    guard lk_kind_of(entry) != lk_no_allocation else { return nil }
    let number = lk_stack_of(entry)
    return number == 0 ? nil : Int(number)
  }

  /// A part of the program's execution, such as one test. Each allocation belongs to the scope of
  /// the code that makes it.
  ///
  /// Code belongs to a scope if the scope's number is in the task-local variable (see
  /// ``setScopeKey(_:)``) while the code runs. Code without a scope of its own belongs to the
  /// common scope (see ``setCommonScope(_:)``).
  package struct Scope: Sendable, Hashable {
    package let number: UInt32
  }

  /// Creates a scope that no code belongs to yet.
  package func newScope() -> Scope { Scope(number: lk_recorder_new_scope()) }

  /// Sets the task-local variable in which running code stores the number of its scope. The
  /// recorder retains the variable and never releases it.
  ///
  /// Detached tasks, threads and dispatched blocks inherit the scope of the code that starts them.
  package func setScopeKey(_ variable: TaskLocal<UInt32>) {
    lk_scope_install()
    unsafe lk_recorder_set_scope_key(Unmanaged.passRetained(variable).toOpaque())
  }

  /// Sets the scope of all code that has no scope of its own; `nil` for no scope.
  ///
  /// - Returns: The scope that was set before.
  @discardableResult
  package func setCommonScope(_ scope: Scope?) -> Scope? {
    let before = lk_recorder_set_common_scope(scope?.number ?? 0)
    return before == 0 ? nil : Scope(number: before)
  }

  /// The work of this tool, as opposed to the work of the program. ``objects()`` omits the objects
  /// that are allocated for this work.
  package enum OwnWork: UInt32 {
    /// The work before the program begins. If this work is the first to use a library, the library
    /// may create objects that the program uses later. These objects may then refer to objects of
    /// the program, so the search for roots includes them.
    case preparation = 1
    /// The analysis. The memory allocated for it contains the addresses of many objects, but no
    /// references of the program.
    case analysis = 0

    /// The number of the scope that represents this work. No ``Scope`` has this number.
    fileprivate var scope: UInt32 { lk_largest_number - rawValue }
  }

  /// Attributes the calling thread's allocations to this tool's own work, until ``endOwnWork()`` is
  /// called.
  package static func begin(_ work: OwnWork) { lk_recorder_set_thread_scope(work.scope) }

  /// Attributes the calling thread's allocations to the program again.
  package static func endOwnWork() { lk_recorder_set_thread_scope(0) }

  /// Returns the scope in which the object was allocated; `nil` if there is none.
  package func scope(of object: Address) -> Scope? {
    let entry = lk_table_entry(object.bits)
    let number = lk_scope_of(entry)
    return number == 0 ? nil : Scope(number: number)
  }

  /// Returns whether any object that was allocated in the scope is still allocated.
  package func hasObjects(of scope: Scope) -> Bool {
    var search = ScopeSearch(scope: scope)
    unsafe withUnsafeMutablePointer(to: &search) { pointer in
      unsafe lk_table_each(
        { address, entry, state in
          // `state` points to `search`, which exists until the call returns.
          let search = unsafe state!.assumingMemoryBound(to: ScopeSearch.self)
          unsafe search.pointee.examine(address, entry)
          return unsafe !search.pointee.hasObject
        }, pointer)
    }
    return search.hasObject
  }

  /// Returns the objects that are still allocated, except those of ``OwnWork``, in order of
  /// address.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the memory from which objects were ever
  ///   allocated.
  package func objects() -> [Address] {
    var collection = Collection()
    unsafe withUnsafeMutablePointer(to: &collection) { pointer in
      unsafe lk_table_each(
        { address, entry, state in
          // `state` points to `collection`, which exists until the call returns.
          unsafe state!.assumingMemoryBound(to: Collection.self).pointee.add(address, entry)
          return true
        }, pointer)
    }
    return collection.objects
  }

  private struct ScopeSearch {
    let scope: Scope
    var hasObject = false

    mutating func examine(_ address: UInt, _ entry: lk_allocation) {
      guard lk_scope_of(entry) == scope.number else { return }
      hasObject = AllocationRecord.isObject(entry, at: Address(address))
    }
  }

  private struct Collection {
    var objects: [Address] = []

    mutating func add(_ address: UInt, _ entry: lk_allocation) {
      guard AllocationRecord.ownWork(entry) == nil,
        AllocationRecord.isObject(entry, at: Address(address))
      else { return }
      objects.append(Address(address))
    }
  }

  /// Returns the kind of work during which this tool allocated a block; `nil` for a block of the
  /// program.
  static func ownWork(_ entry: lk_allocation) -> OwnWork? {
    let scope = lk_scope_of(entry)
    return scope == 0 ? nil : OwnWork(rawValue: lk_largest_number - scope)
  }

  /// Returns whether an allocation is an object of the Swift runtime, a task, or a block with
  /// captures.
  static func isObject(_ entry: lk_allocation, at address: Address) -> Bool {
    switch lk_kind_of(entry) {
    case lk_swift_object: return true
    case lk_concurrency_block:
      guard lk_size_of(entry) >= 128 else { return false }
      let metadata = address.address()
      return metadata.isReadable && Metadata(metadata).kind == .task
    case lk_plain_memory: return BlockClass.isCopiedBlock(at: address, size: lk_size_of(entry))
    default: return false
    }
  }
}
