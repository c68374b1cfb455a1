import CRecorder
import CSwiftABI

/// A Swift runtime that is a part of the program, as `-static-stdlib` links it.
///
/// The dynamic loader knows nothing of it, but the program's own symbols tell where its
/// functions are. A library that is loaded into such a program brings another runtime, which
/// knows neither the program's objects nor its types' conformances.
@safe
package struct ProgramRuntime {
  /// The program's; `nil` where the loader brings the runtime, or the program is no Swift
  /// program.
  package static let linkedIn = ProgramRuntime()

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

  /// Returns the function or record called `name`.
  func address(of name: String) -> Address? {
    symbols.symbol(named: name).map { Address($0.value &+ slide) }
  }

  /// Returns the function, record or variable called `name`, as the program's file has it.
  func symbol(of name: String) -> ELFSymbols.Symbol? { symbols.symbol(named: name) }

  /// Records from now on what this runtime allocates; false where that cannot be: in a
  /// stripped program objects cannot be distinguished from other memory, and types would be made up by a
  /// runtime that does not know them.
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

  /// Has types looked up by this runtime from now on.
  func tellTypes() {
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
