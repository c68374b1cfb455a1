import KnownCode

internal import OwnershipGraph

/// An object that finds the functions and lines of the return addresses in allocation stacks.
///
/// If the binary has debug information, an inlined function counts as a call. Functions of the
/// toolchain's libraries are skipped, so that a report shows lines of the program's own code.
final class CallSites {
  private let symbols: SymbolTable
  private let locator: SourceLocator
  /// The calls at each return address, innermost first. Inlined calls share one address.
  private var callsAt: [UInt: [RunningCall]] = [:]
  /// The starts of the functions in the allocation stacks, by their mangled names.
  private var starts: [String: SourceStart] = [:]
  private var frames: [[UInt]: [StackFrame]] = [:]
  private var reportedCalls: [String: ReportedCall] = [:]

  init(symbols: SymbolTable, locator: SourceLocator) {
    self.symbols = symbols
    self.locator = locator
  }

  /// Looks up everything that ``frames(of:limit:)`` needs for these stacks.
  ///
  /// - Complexity: At most one answer of `llvm-symbolizer` for each new address, and two for each
  ///   new function that contains an implicit closure.
  func locate(_ stacks: some Sequence<[UInt]>) {
    var wantedByImage: [String: [(address: UInt, fileAddress: UInt)]] = [:]
    for address in Set(stacks.joined()).subtracting(callsAt.keys).sorted() {
      // The call instruction precedes the return address.
      guard let location = symbols.codeLocation(of: Address(address &- 1)) else {
        callsAt[address] = []
        continue
      }
      wantedByImage[location.image, default: []].append((address, location.fileAddress))
    }
    for (image, wanted) in wantedByImage {
      let found =
        Self.belongsToLibrary(image) ? [] : locator.calls(in: image, at: wanted.map(\.fileAddress))
      for (index, location) in wanted.enumerated() {
        var calls = found.indices.contains(index) ? found[index] : []
        if calls.isEmpty, let function = symbols.function(at: Address(location.address &- 1)) {
          calls = [RunningCall(name: function.name, image: image)]
        }
        callsAt[location.address] = calls
        for call in calls where call.start != nil { starts[call.name] = call.start }
      }
    }
    locateGenerated(wantedByImage.values.joined().map(\.address))
  }

  /// Assigns the location of the enclosing function to implicit closures, which have no line of
  /// their own. The enclosing function is found by its symbol, because a short stack may not
  /// contain it.
  private func locateGenerated(_ addresses: [UInt]) {
    var enclosing: [UInt: SymbolTable.Function] = [:]
    for address in addresses {
      guard let call = callsAt[address]?.last, call.location == nil,
        !Self.belongsToLibrary(call.image),
        Demangler.demangle(call.name)?.hasPrefix("implicit closure") == true,
        let function = symbols.function(at: Address(address &- 1)), function.name == call.name
      else { continue }
      enclosing[address] = symbols.enclosing(function)
    }
    locator.locate(Array(Set(enclosing.values)))
    for (address, function) in enclosing {
      guard var call = callsAt[address]?.popLast() else { continue }
      call.isGenerated = true
      call.location = locator.location(of: function)
      callsAt[address]?.append(call)
    }
  }

  /// Returns the start of a function that ``locate(_:)`` found in an allocation stack, even if the
  /// optimizer inlined all calls to the function; `nil` if the function was not found.
  func start(ofFunction name: String) -> SourceStart? { starts[name] }

  /// Returns the starts of the functions in allocation stacks whose mangled names begin with
  /// `prefix`, in order of their names.
  func starts(ofFunctionsWithPrefix prefix: String) -> [SourceStart] {
    starts.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the calls of a stack that are in the program's own code, starting at the allocation
  /// site. If there are none, returns only the innermost call of the stack.
  ///
  /// The allocation site is the innermost call in the program's own code. Calls that only allocate
  /// memory for their caller, or only forward a call, are ignored. If all of the program's calls
  /// are ignored, the allocation site is the innermost one whose location is known. If no location
  /// is known, it is simply the innermost one.
  ///
  /// - Parameter limit: The maximum number of calls.
  func frames(of stack: [UInt], limit: Int) -> [StackFrame] {
    if let known = frames[stack] { return Array(known.prefix(limit)) }
    let calls = stack.flatMap { callsAt[$0] ?? [] }
    let reported = calls.map { reportedCall(of: $0) }
    let start =
      reported.firstIndex { $0.isProgram && !$0.isAllocator }
      ?? reported.firstIndex { $0.isProgram && $0.frame.location != nil }
      ?? reported.firstIndex { $0.isProgram } ?? 0
    // Calls outside the program start a thread, run a task or call a closure. They are not
    // informative.
    let found = reported.dropFirst(start).enumerated()
      .filter { $0.offset == 0 || $0.element.isProgram }.map(\.element.frame)
    frames[stack] = found
    return Array(found.prefix(limit))
  }

  /// Returns the innermost call of a stack that is in one of certain source files; `nil` if there
  /// is none.
  ///
  /// - Parameter isIncluded: A closure that returns whether a source file is one of them, given its
  ///   path and the function that contains the call.
  func call(
    of stack: [UInt], inFiles isIncluded: (_ path: String, _ code: SymbolTable.Function) -> Bool
  ) -> StackFrame? {
    for address in stack {
      guard let function = symbols.function(at: Address(address &- 1)) else { continue }
      for call in callsAt[address] ?? [] where call.location != nil && !call.isGenerated {
        if let path = call.start?.path, isIncluded(path, function) {
          return reportedCall(of: call).frame
        }
      }
    }
    return nil
  }

  /// A call as shown in reports.
  private struct ReportedCall {
    var frame: StackFrame
    /// A Boolean value indicating whether the code belongs to the program or to a library that is
    /// not part of the toolchain.
    var isProgram: Bool
    /// A Boolean value indicating whether the code only allocates for its caller, or forwards a
    /// call.
    var isAllocator: Bool
  }

  private func reportedCall(of call: RunningCall) -> ReportedCall {
    var reported = reportedCalls[call.name] ?? Self.read(call.name)
    reportedCalls[call.name] = reported
    reported.frame.location = call.location
    reported.isAllocator = reported.isAllocator || call.isGenerated
    reported.isProgram = reported.isProgram && !Self.belongsToLibrary(call.image)
    return reported
  }

  private static func read(_ name: String) -> ReportedCall {
    guard let demangled = Demangler.demangle(name) else {
      let name = name.hasPrefix("async_Main") ? "main" : name
      // If the runtime is linked into the program, functions with these prefixes belong to the
      // runtime.
      let belongsToRuntime = name.hasPrefix("swift_") || name.hasPrefix("_ZN5swift")
      return ReportedCall(
        frame: StackFrame(function: name), isProgram: !belongsToRuntime, isAllocator: false)
    }
    let function = ClosureName(demangled: demangled)
    let passesOn = ["__allocating_init(", "protocol witness for ", "dispatch thunk of "]
    return ReportedCall(
      frame: StackFrame(function: function.text),
      isProgram: !KnownModules.language.contains(function.module),
      isAllocator: function.isThunk || passesOn.contains { demangled.contains($0) })
  }

  /// Returns whether the file is a library of the Swift toolchain, the C library or the recorder.
  private static func belongsToLibrary(_ image: String) -> Bool {
    let name = image.split(separator: "/").last ?? ""
    let own = [
      "libswift", "lib_", "libFoundation", "libdispatch", "libBlocksRuntime", "libXCTest",
      "libTesting", "libLeakPreload", "libc.so", "libpthread", "ld-linux",
    ]
    return own.contains { name.hasPrefix($0) }
  }
}
