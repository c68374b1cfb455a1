import KnownCode

internal import OwnershipGraph

/// Says which functions and lines return addresses belong to.
///
/// Functions that were inlined are calls of their own where the binary has debug
/// information. What belongs to the language is passed by: a person wants to know which of
/// the program's lines made an object.
final class CallSites {
  private let symbols: SymbolTable
  private let locator: SourceLocator
  /// The calls of each return address, the innermost first.
  private var callsAt: [UInt: [RunningCall]] = [:]
  private var frames: [[UInt]: [StackFrame]] = [:]
  private var readable: [String: Reading] = [:]

  init(symbols: SymbolTable, locator: SourceLocator) {
    self.symbols = symbols
    self.locator = locator
  }

  /// Finds out all that ``frames(of:)`` needs for these stacks.
  ///
  /// - Complexity: One run of `llvm-symbolizer` for each file with code that was not asked
  ///   for before.
  func locate(_ stacks: some Sequence<[UInt]>) {
    var places: [String: [(address: UInt, place: UInt)]] = [:]
    for address in Set(stacks.joined()).subtracting(callsAt.keys).sorted() {
      // The call itself stands before the address that it returns to.
      guard let place = symbols.place(of: Address(address &- 1)) else {
        callsAt[address] = []
        continue
      }
      places[place.image, default: []].append((address, place.fileAddress))
    }
    for (image, wanted) in places {
      let found =
        Self.isLibrarys(image) ? [] : locator.calls(in: image, at: wanted.map(\.place))
      for (index, place) in wanted.enumerated() {
        var calls = found.indices.contains(index) ? found[index] : []
        if calls.isEmpty, let function = symbols.function(at: Address(place.address &- 1)) {
          calls = [RunningCall(name: function.name, image: image)]
        }
        callsAt[place.address] = calls
      }
    }
  }

  /// Returns the calls of a stack, from the one that made the object on: the first in the program's
  /// own code, or in any where there is none of it.
  ///
  /// - Parameter most: How many are wanted.
  func frames(of stack: [UInt], most: Int) -> [StackFrame] {
    if let known = frames[stack] { return Array(known.prefix(most)) }
    let calls = stack.flatMap { callsAt[$0] ?? [] }
    let readings = calls.map { reading(of: $0) }
    let start =
      readings.firstIndex { $0.isProgram && !$0.isAllocator }
      ?? readings.firstIndex { $0.isProgram } ?? 0
    // What started the thread, ran the task or called the closure says nothing of the program.
    let found = readings.dropFirst(start).enumerated()
      .filter { $0.offset == 0 || $0.element.isProgram }.map(\.element.frame)
    frames[stack] = found
    return Array(found.prefix(most))
  }

  /// What a person reads of a call.
  private struct Reading {
    var frame: StackFrame
    /// A Boolean value indicating whether the code is the program's own, or another library's than
    /// the language's.
    var isProgram: Bool
    /// A Boolean value indicating whether the code only allocates for its caller, or passes a call
    /// on.
    var isAllocator: Bool
  }

  private func reading(of call: RunningCall) -> Reading {
    var reading = readable[call.name] ?? Self.read(call.name)
    readable[call.name] = reading
    reading.frame.location = call.location
    reading.isProgram = reading.isProgram && !Self.isLibrarys(call.image)
    return reading
  }

  private static func read(_ name: String) -> Reading {
    guard let demangled = Demangler.demangle(name) else {
      let name = name.hasPrefix("async_Main") ? "main" : name
      // The runtime's own functions, where it is a part of the program.
      let isRuntimes = name.hasPrefix("swift_") || name.hasPrefix("_ZN5swift")
      return Reading(
        frame: StackFrame(function: name), isProgram: !isRuntimes, isAllocator: false)
    }
    let function = ClosureName(demangled: demangled)
    let passesOn = [".__allocating_init(", "protocol witness for ", "dispatch thunk of "]
    return Reading(
      frame: StackFrame(function: function.text),
      isProgram: !KnownModules.language.contains(function.module),
      isAllocator: function.isThunk || passesOn.contains { demangled.contains($0) })
  }

  /// Returns whether the file is a part of the language or of its runtime.
  private static func isLibrarys(_ image: String) -> Bool {
    let name = image.split(separator: "/").last ?? ""
    let own = [
      "libswift", "lib_", "libFoundation", "libdispatch", "libBlocksRuntime", "libXCTest",
      "libTesting", "libc.so", "libpthread", "ld-linux",
    ]
    return own.contains { name.hasPrefix($0) }
  }
}
