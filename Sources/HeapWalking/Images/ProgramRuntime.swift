import CRecorder
import CSwiftABI

/// A Swift runtime that is part of the program, as linked by `-static-stdlib`.
///
/// The dynamic loader cannot find its functions, but the program's symbols contain them. A library
/// that is loaded into such a program comes with another runtime, which has no record of the
/// program's objects or of the conformances of its types.
@safe
package struct ProgramRuntime {
  /// The program's runtime; `nil` if the loader loads the runtime, or for a program without one.
  package static let linkedIn = ProgramRuntime()

  /// A Boolean value indicating whether the program's `main` is asynchronous. If so, the program
  /// runs `main` in a task and calls a function of the runtime that other programs do not call.
  static let hasAsyncMain: Bool = {
    let program = ELFFile(path: "/proc/self/exe")
    // A program into which the runtime is linked does not import functions of the runtime.
    return linkedIn == nil
      ? program.firstDynamicName(among: ["swift_task_asyncMainDrainQueue"]) != nil
      : program.hasSymbol(containing: "async_Main")
  }()

  private let symbols: ELFSymbols
  private let slide: UInt
  /// A Boolean value indicating whether the program is not stripped.
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

  /// Returns the symbol of a function, record or variable in the program's file.
  func symbol(of name: String) -> ELFSymbols.Symbol? { symbols.symbol(named: name) }

  /// Records the allocations of this runtime from now on. Returns `false` for a stripped program:
  /// its objects cannot be distinguished from other memory, and another runtime would create types
  /// of its own for them.
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

  /// Uses this runtime to look up types from now on.
  func provideTypes() {
    var sources = unsafe lk_type_sources()
    unsafe sources.type_in_context = pointer(to: "swift_getTypeByMangledNameInContext")
    unsafe sources.type_in_environment = pointer(to: "swift_getTypeByMangledNameInEnvironment")
    // Full metadata: the value-witness table, then the address point.
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
