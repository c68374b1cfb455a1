import CRecorder

/// The objects that this process allocated since the recorder was installed.
///
/// Looking up an address takes at most three loads; recording costs the program a few stores for
/// each allocation and each release. Earlier objects are unknown.
package struct AllocationRecord: LiveObjects {
  /// The process's record, installed on first use; `nil` if it cannot be installed.
  package static let installed: AllocationRecord? = {
    guard let runtime = ProgramRuntime.linkedIn else {
      return lk_recorder_install() ? AllocationRecord() : nil
    }
    runtime.provideTypes()
    return runtime.record() ? AllocationRecord() : nil
  }()

  private init() {}

  /// Also records memory that is not an object, for ``RootScan``.
  package func installEverywhere() { lk_recorder_install_everywhere() }

  package func contains(_ address: UInt) -> Bool {
    Self.isObject(lk_table_entry(address), at: Address(address))
  }

  /// Returns whether new objects are recorded. If they are not, an empty record proves nothing.
  package func isRecording() -> Bool {
    if lk_recorder_has_seen_object() { return true }
    let control = Control()
    return withExtendedLifetime(control) {
      contains(UInt(bitPattern: ObjectIdentifier(control)))
    }
  }

  private final class Control {}

  /// A Boolean value indicating whether the system had room for the whole record.
  package var isComplete: Bool { lk_table_is_complete() }

  package func size(of address: UInt) -> Int? {
    let entry = lk_table_entry(address)
    return lk_kind_of(entry) == lk_no_allocation ? nil : lk_size_of(entry)
  }

  /// Records the calls that allocate objects from now on: for each object up to `depth` calls,
  /// starting at the first call outside the runtime. If the program contains the standard library,
  /// up to eight more calls are recorded.
  package func recordStacks(depth: Int) {
    // The standard library's own calls are recognized only if it is a separate library; otherwise
    // they are recorded as well.
    let own = depth > 0 && ProgramRuntime.linkedIn != nil ? Self.maxLibraryCalls : 0
    lk_stack_set_depth(UInt32(clamping: depth + own))
  }

  /// The usual maximum depth of the standard library's own calls before it allocates an object.
  private static let maxLibraryCalls = 8

  package func allocationStack(of address: UInt) -> [UInt] {
    let entry = lk_table_entry(address)
    guard lk_kind_of(entry) != lk_no_allocation else { return [] }
    let number = lk_stack_of(entry)
    return unsafe Array(unsafeUninitializedCapacity: lk_max_noted) { buffer, count in
      // Valid: at most as many frames are written as the buffer can hold.
      count = unsafe lk_stack_frames(number, buffer.baseAddress, buffer.count)
    }
  }

  package func allocationOrder(of address: UInt) -> Int? {
    let entry = lk_table_entry(address)
    guard lk_kind_of(entry) != lk_no_allocation else { return nil }
    let number = lk_stack_of(entry)
    return number == 0 ? nil : Int(number)
  }

  /// A part of the program's running code: the code for which the task-local variable given to
  /// ``setScopeKey(_:)`` contains the scope's number, or all code that belongs to no other scope.
  package struct Scope: Sendable, Hashable {
    package let number: UInt32
  }

  /// Creates a scope that no code belongs to yet.
  package func newScope() -> Scope { Scope(number: lk_recorder_new_scope()) }

  /// Sets the variable that contains the number of the running code's scope. The variable is never
  /// released.
  ///
  /// Detached tasks, threads and dispatched blocks that the code starts belong to its scope as
  /// well.
  package func setScopeKey(_ variable: TaskLocal<UInt32>) {
    lk_scope_install()
    unsafe lk_recorder_set_scope_key(Unmanaged.passRetained(variable).toOpaque())
  }

  /// Sets the scope of all code without another scope; `nil` for none.
  package func setCommonScope(_ scope: Scope?) {
    lk_recorder_set_common_scope(scope?.number ?? 0)
  }

  /// The recorder's own allocations, which are not listed as objects.
  package enum OwnWork: UInt32 {
    /// Before the program begins. Libraries that are used for the first time in this phase create
    /// objects that the program uses later, and the program may store its own objects in them.
    case preparation = 1
    /// During the analysis. These allocations contain no references of the program, but they
    /// contain the addresses of many objects.
    case analysis = 0

    /// The number of the scope; no other scope has this number.
    fileprivate var scope: UInt32 { lk_largest_number - rawValue }
  }

  /// Makes the calling thread's allocations the recorder's own.
  package static func begin(_ work: OwnWork) { lk_recorder_set_thread_scope(work.scope) }

  /// Makes the calling thread's allocations the program's again.
  package static func endOwnWork() { lk_recorder_set_thread_scope(0) }

  /// Returns the scope in which the object was allocated; `nil` if there is none.
  package func scope(of object: Address) -> Scope? {
    let entry = lk_table_entry(object.bits)
    let number = lk_scope_of(entry)
    return number == 0 ? nil : Scope(number: number)
  }

  /// Returns whether an object of the scope is still allocated.
  package func hasObjects(of scope: Scope) -> Bool {
    objects().contains { self.scope(of: $0) == scope }
  }

  /// Returns the objects that are still allocated, except the recorder's own, in order of address.
  ///
  /// - Complexity: O(memory from which objects were ever allocated).
  package func objects() -> [Address] {
    var collection = Collection()
    unsafe withUnsafeMutablePointer(to: &collection) { pointer in
      unsafe lk_table_each(
        { address, entry, state in
          // Valid: `state` points to the collection above, which is alive during the call.
          unsafe state?.assumingMemoryBound(to: Collection.self).pointee.add(address, entry)
        }, pointer)
    }
    return collection.objects
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

  /// Returns the kind of the recorder's own work that allocated the block; `nil` for other blocks.
  static func ownWork(_ entry: lk_allocation) -> OwnWork? {
    let scope = lk_scope_of(entry)
    return scope == 0 ? nil : OwnWork(rawValue: lk_largest_number - scope)
  }

  /// Returns whether an allocation is an object: an object of the Swift runtime, a task, or a block
  /// with captures.
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
