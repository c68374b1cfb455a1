import CRecorder
import CSwiftABI

/// A Swift runtime that is part of the program, as with `-static-stdlib`.
///
/// The dynamic loader cannot find the functions of this runtime, but the program's symbol table
/// contains them. A library that is loaded into such a program uses a second runtime, which has no
/// record of the program's objects or of the conformances of the program's types.
@safe
package struct ProgramRuntime {
  /// The runtime that is linked into the program; `nil` if the dynamic loader loads the runtime, or
  /// if the program has none.
  package static let linkedIn = ProgramRuntime()

  /// A Boolean value indicating whether the program uses a Swift runtime, so that it is a Swift
  /// program.
  static var isUsed: Bool {
    unsafe lk_program_needs("libswift") || lk_program_needs("libFoundation") || linkedIn != nil
  }

  /// A Boolean value indicating whether the program or one of its own libraries uses a Swift
  /// runtime.
  package static var isUsedByProgramOrLibrary: Bool { isUsed || lk_uses_swift_library() }

  /// A Boolean value indicating whether the program's `main` is asynchronous. If so, the program
  /// runs `main` in a task, and calls a function of the runtime that other programs do not call.
  static let hasAsyncMain: Bool = {
    let program = ELFFile(path: "/proc/self/exe")
    // If the runtime is linked into the program, the program imports none of the runtime's
    // functions, so its own symbols are searched.
    return linkedIn == nil
      ? program.firstDynamicName(among: ["swift_task_asyncMainDrainQueue"]) != nil
      : program.hasSymbol(containing: "async_Main")
  }()

  /// The functions and records of the runtime that recording and look-ups of types need.
  private enum Symbol: Int, CaseIterable {
    case slowAlloc, allocObject, allocBox, bufferAllocate, taskCreate
    case typeInContext, typeInEnvironment, nativeObject, bridgeObject
    case mallocBlock, globalBlock

    var name: StaticString {
      switch self {
      case .slowAlloc: "swift_slowAlloc"
      case .allocObject: "swift_allocObject"
      case .allocBox: "swift_allocBox"
      case .bufferAllocate: "swift_bufferAllocate"
      case .taskCreate: "swift_task_create_common"
      case .typeInContext: "swift_getTypeByMangledNameInContext"
      case .typeInEnvironment: "swift_getTypeByMangledNameInEnvironment"
      case .nativeObject: "$sBoN"
      case .bridgeObject: "$sBbN"
      case .mallocBlock: "_NSConcreteMallocBlock"
      case .globalBlock: "_NSConcreteGlobalBlock"
      }
    }
  }

  /// The addresses and sizes of the symbols, indexed by ``Symbol``; 0 for a missing symbol.
  private let found: [lk_code]

  private init?() {
    guard unsafe !lk_program_needs("libswiftCore.so") else { return nil }
    var symbols = unsafe Symbol.allCases.map { symbol in
      unsafe lk_program_symbol(
        name: UnsafeRawPointer(symbol.name.utf8Start).assumingMemoryBound(to: CChar.self),
        address: 0, length: 0)
    }
    guard unsafe lk_find_in_swift_program(&symbols, symbols.count) else { return nil }
    found = unsafe symbols.map { unsafe lk_code(start: $0.address, length: UInt($0.length)) }
  }

  /// All symbols of the program. They are read only after recording has begun, because memory that
  /// was freed earlier may keep words that look like references.
  private var symbols: ELFSymbols { .ofFile("/proc/self/exe") }

  private var slide: UInt { LoadedImage.all().first?.slide ?? 0 }

  /// Returns the address of the function or record called `name`.
  func address(of name: String) -> Address? {
    symbols.symbol(named: name).map { Address($0.value &+ slide) }
  }

  /// Returns the symbol of a thread-local variable in the program's file.
  func threadLocal(named name: String) -> ELFSymbols.Symbol? { symbols.threadLocal(named: name) }

  /// Returns the code of the functions whose names begin with one of the given texts.
  ///
  /// - Complexity: O(symbols of the program).
  func code(ofFunctionsWithPrefixes prefixes: [String]) -> [Range<UInt>] {
    prefixes.flatMap { symbols.symbols(withPrefix: $0, areFunctions: true) }.map { function in
      let start = function.value &+ slide
      return start..<start + max(function.size, 1)
    }
  }

  /// Starts to record the allocations of this runtime. Returns `false` if the program does not
  /// import the C library's allocator. Also returns `false` for a stripped program, which cannot be
  /// analyzed: without symbols, its objects cannot be distinguished from other memory. The analysis
  /// cannot use a runtime of its own instead, because that runtime would create other metadata for
  /// the same types.
  func record() -> Bool {
    var allocators = lk_object_allocators()
    allocators.alloc_object = code(of: .allocObject)
    guard allocators.alloc_object.start != 0 else { return false }
    allocators.slow_alloc = code(of: .slowAlloc)
    allocators.alloc_box = code(of: .allocBox)
    allocators.buffer_allocate = code(of: .bufferAllocate)
    allocators.task_create = code(of: .taskCreate)
    return unsafe lk_recorder_install_in_program(&allocators)
  }

  /// Makes all later look-ups of types use this runtime.
  func provideTypes() {
    var sources = unsafe lk_type_sources()
    unsafe sources.type_in_context = pointer(to: .typeInContext)
    unsafe sources.type_in_environment = pointer(to: .typeInEnvironment)
    // Each of these two symbols denotes full metadata. Its first word is the address of the
    // value-witness table, and the metadata itself starts at the second word.
    unsafe sources.native_object = pointer(to: .nativeObject, offset: 8)
    unsafe sources.bridge_object = pointer(to: .bridgeObject, offset: 8)
    unsafe sources.malloc_block_isa = pointer(to: .mallocBlock)
    unsafe sources.global_block_isa = pointer(to: .globalBlock)
    unsafe lk_types_use(&sources)
  }

  private func code(of symbol: Symbol) -> lk_code { found[symbol.rawValue] }

  private func pointer(to symbol: Symbol, offset: Int = 0) -> UnsafeRawPointer? {
    let address = found[symbol.rawValue].start
    return address == 0 ? nil : unsafe (Address(address) + offset).pointer
  }
}
