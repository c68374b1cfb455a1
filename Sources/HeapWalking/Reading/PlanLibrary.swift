internal import CRecorder

/// The plans for the objects of a walk, compiled on first use.
///
/// A library belongs to one walker and is not shared between threads.
@safe final class PlanLibrary {
  let store: PlanStore
  private let builder: PlanBuilder
  private var keyPathArguments: [Address: KeyPathArguments?] = [:]
  /// The steps that read the captured arguments of key paths. A key of this dictionary consists of
  /// the address of the table of functions for the arguments, followed by the generic arguments.
  private var keyPathPlans: [[UInt]: StepRange?] = [:]
  private let objectPlans = MetadataTable<ArenaPointer<PlanHead>>()
  /// The note in which this process records the object that it reads; `nil` if this process was not
  /// forked for an analysis. After a crash of this process, its parent process can read the note.
  private let note = unsafe lk_own_crash_note()
  let unread: UnreadObjects
  private let hasUnread: Bool
  private lazy var unreadPlan = add(builder.unknownObjectPlan())
  private var boundPlans: [[UInt]: ArenaPointer<PlanHead>] = [:]
  private var bindingKeys: [UInt: BindingKey] = [:]

  /// - Parameter readsIntegers: A Boolean value indicating whether the plans read integers in the
  ///   same way as pointers.
  init(symbols: SymbolTable, readsIntegers: Bool = false) {
    store = PlanStore(symbols: symbols, readsIntegers: readsIntegers)
    builder = PlanBuilder(store: store)
    unread = unsafe UnreadObjects.known(to: note)
    hasUnread = !unread.isEmpty
  }

  /// Returns the plan for a value whose type was read from memory; see
  /// ``PlanBuilder/storedPlan(for:)``.
  func storedPlan(for type: Metadata) -> StoredPlan { builder.storedPlan(for: type) }

  /// Returns the steps that read a key path's captured arguments.
  ///
  /// - Parameters:
  ///   - start: The address of the arguments.
  ///   - witnesses: The address of the table of functions for the arguments; see
  ///     ``KeyPathArguments``.
  ///   - size: The number of bytes of the arguments.
  /// - Returns: `nil` if the types of the arguments are unknown, or if they do not agree with the
  ///   given size or with the table of functions.
  func keyPathArguments(at start: Address, witnesses: Address, size: Int) -> StepRange? {
    guard let arguments = keyPathArguments(for: witnesses),
      let parameters = builder.parameters(of: arguments, at: start, size: size)
    else { return nil }
    let key = [witnesses.bits] + parameters.map(\.address.bits)
    if let known = keyPathPlans[key] { return known }
    let plan = builder.plan(for: arguments, parameters, size: size)
    let range = plan.map { store.steps.append(contentsOf: $0.steps) }
    keyPathPlans[key] = .some(range)
    return range
  }

  private func keyPathArguments(for witnesses: Address) -> KeyPathArguments? {
    if let known = keyPathArguments[witnesses] { return known }
    let arguments = KeyPathArguments(witnesses: witnesses, symbols: store.symbols)
    keyPathArguments[witnesses] = .some(arguments)
    return arguments
  }

  /// Returns the plan for the object at `object`.
  ///
  /// - Complexity: O(1) after the first object with the same metadata, plus the time to read the
  ///   object's ``BindingKey`` if the plan depends on it.
  @inline(__always)
  func objectPlan(for object: Address) -> ArenaPointer<PlanHead> {
    let metadata = object.word()
    if let note = unsafe note {
      unsafe note.pointee.reading = lk_object_read(object: ~object.bits, metadata: ~metadata)
      if hasUnread, unread.contains(object) { return unreadPlan }
    }
    if let known = objectPlans[metadata] {
      return known.element.dependsOnBindings ? boundPlan(for: object) : known
    }
    return addObjectPlan(for: object)
  }

  @inline(never)
  private func addObjectPlan(for object: Address) -> ArenaPointer<PlanHead> {
    let metadata = Metadata(object.address())
    let plan = builder.objectPlan(for: object, metadata)
    let head = add(plan)
    objectPlans.insert(metadata.address.bits, head)
    if plan.dependsOnBindings { boundPlans[bindings(of: object)] = head }
    return head
  }

  @inline(never)
  private func boundPlan(for object: Address) -> ArenaPointer<PlanHead> {
    let key = bindings(of: object)
    if let known = boundPlans[key] { return known }
    let metadata = Metadata(object.address())
    let head = add(builder.objectPlan(for: object, metadata))
    boundPlans[key] = head
    return head
  }

  private func add(_ plan: ObjectPlan) -> ArenaPointer<PlanHead> {
    let head = PlanHead(plan, at: store.objects.append(plan))
    return store.heads.pointer(to: store.heads.append(head))
  }

  /// Returns the words that distinguish the plan of `object` from the plans of other objects with
  /// the same metadata.
  private func bindings(of object: Address) -> [UInt] {
    let metadata = object.word()
    let key = bindingKeys[metadata] ?? BindingKey(Metadata(object.address()))
    bindingKeys[metadata] = key
    return [metadata] + key.words(of: object, store.check)
  }
}
