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

  /// A Boolean value indicating whether the program uses a Swift runtime, so that it
  /// is a Swift program.
  static var isUsed: Bool {
    unsafe lk_program_needs("libswift") || lk_program_needs("libFoundation") || linkedIn != nil
  }

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

  private let symbols: ELFSymbols
  private let slide: UInt
  /// A Boolean value indicating whether the program contains the runtime's symbols. A stripped
  /// program does not.
  private let hasSymbols: Bool

  private init?() {
    let file = "/proc/self/exe"
    guard unsafe !lk_program_needs("libswiftCore.so"), let program = LoadedImage.all().first,
      ELFFile(path: file).hasSection(startingWith: "swift5_")
    else { return nil }
    symbols = ELFSymbols.ofFile(file)
    slide = program.slide
    hasSymbols = symbols.symbol(named: "swift_allocObject") != nil
  }

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
    prefixes.flatMap(symbols.functions).map { function in
      let start = function.value &+ slide
      return start..<start + max(function.size, 1)
    }
  }

  /// Starts to record the allocations of this runtime. Returns `false` for a stripped program,
  /// which cannot be analyzed: without symbols, its objects cannot be distinguished from other
  /// memory. The analysis cannot use a runtime of its own instead, because that runtime would
  /// create other metadata for the same types.
  func record() -> Bool {
    guard hasSymbols else { return false }
    var makers = lk_object_makers()
    makers.slow_alloc = code(of: "swift_slowAlloc")
    makers.alloc_object = code(of: "swift_allocObject")
    makers.alloc_box = code(of: "swift_allocBox")
    makers.buffer_allocate = code(of: "swift_bufferAllocate")
    makers.task_create = code(of: "swift_task_create_common")
    return unsafe lk_recorder_install_in_program(&makers)
  }

  /// Makes all later look-ups of types use this runtime.
  func provideTypes() {
    var sources = unsafe lk_type_sources()
    unsafe sources.type_in_context = pointer(to: "swift_getTypeByMangledNameInContext")
    unsafe sources.type_in_environment = pointer(to: "swift_getTypeByMangledNameInEnvironment")
    // Each of these two symbols denotes full metadata. Its first word is the address of the
    // value-witness table, and the metadata itself starts at the second word.
    unsafe sources.native_object = pointer(to: "$sBoN", offset: 8)
    unsafe sources.bridge_object = pointer(to: "$sBbN", offset: 8)
    unsafe sources.malloc_block_isa = pointer(to: "_NSConcreteMallocBlock")
    unsafe sources.global_block_isa = pointer(to: "_NSConcreteGlobalBlock")
    unsafe lk_types_use(&sources)
  }

  private func code(of name: String) -> lk_code {
    guard let symbol = symbols.symbol(named: name) else { return lk_code() }
    let start = symbol.value &+ slide
    return lk_code(start: start, length: symbol.size)
  }

  private func pointer(to name: String, offset: Int = 0) -> UnsafeRawPointer? {
    unsafe address(of: name).flatMap { unsafe ($0 + offset).pointer }
  }
}
