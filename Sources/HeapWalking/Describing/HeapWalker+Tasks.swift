import KnownCode
package import OwnershipGraph

// The code of suspended tasks.

extension HeapWalker {
  /// Returns the outermost function that awaits in a suspended task, and the line at which the task
  /// continues. Functions of the toolchain's libraries are ignored. Returns `nil` if the task is
  /// running or has ended, or if no function in it awaits.
  ///
  /// - Complexity: O(functions that await), plus a constant number of queries to the symbolizer.
  package func suspendedCode(ofTask task: Address) -> SuspendedCode? {
    let awaiting = awaitingFunctions(ofTask: task)
    guard let outermost = awaiting.last, let innermost = awaiting.first,
      // The task's closure and the forwarder that calls it have the same name. The closure comes
      // first, because the array starts with the innermost function.
      let code = awaiting.first(where: { $0.short == outermost.short })?.code
    else { return nil }
    locate([code])
    origins.note(module: outermost.module, code: located(code))
    return SuspendedCode(
      function: outermost.short, location: location(of: code),
      suspension: innermost.code.flatMap(suspension),
      origin: origins.origin(ofModule: outermost.module),
      method: method(in: awaiting, ofTask: task), capturesWeakly: capturesWeakly(code))
  }

  /// Returns the name of the outermost awaiting function for which ``method(_:)`` returns a name.
  /// If the task itself has no such function, its child tasks of `async let` are considered.
  private func method(in awaiting: [ObjectLabel], ofTask task: Address) -> String? {
    awaiting.reversed().lazy.compactMap(method).first
      ?? interpreter.children(inFramesOf: task).flatMap(awaitingFunctions).reversed().lazy
      .compactMap(method).first
  }

  /// Returns the name of a function that awaits; for a closure, the name of the method that the
  /// closure calls, if the optimizer inlined this call. Returns `nil` if there is no such name, or
  /// if the function returns the next element of an async sequence.
  private func method(_ function: ObjectLabel) -> String? {
    function.code.flatMap { code in
      labels.methods.value(for: code) {
        if Self.isIterator(function) { return nil }
        return Self.method(function) ?? inlinedMethod(in: code)
      }
    }
  }

  private func inlinedMethod(in code: SymbolTable.Function) -> String? {
    calls(afterEntryOf: code).dropLast().reversed().lazy
      .compactMap { Demangler.demangle($0.name).map { ObjectLabel(demangled: $0) } }
      .filter { $0.qualified.contains(" async ") && !KnownModules.language.contains($0.module) }
      .compactMap(Self.method).first
  }

  /// Returns the name of a method or function, such as `Monitor.run()` or `static Monitor.poll()`;
  /// `nil` for a closure and for a nested function.
  private static func method(_ function: ObjectLabel) -> String? {
    let parts = function.short.split(separator: " in ")
    // The method of a local type: `run() in Loader in start()`.
    if parts.count > 2, parts[1] == function.enclosingType ?? "", !parts[0].contains("closure #") {
      return "\(parts[1]).\(parts[0])"
    }
    guard parts.count == 1 else { return nil }
    let isStatic =
      function.enclosingType == nil && function.short.prefix { $0 != "(" }.contains(".")
    return (isStatic ? "static " : "") + function.short
  }

  /// Returns what a task, or one of its child tasks of `async let`, waits for; `nil` if the state
  /// of the tasks does not show it.
  ///
  /// - Complexity: O(functions that await), and O(tasks that this task resumes, directly or through
  ///   other tasks).
  package func wait(ofTask task: Address) -> TaskWait? {
    let tasks = [task] + interpreter.children(inFramesOf: task)
    return tasks.lazy.compactMap(ownWait).first
  }

  private func ownWait(ofTask task: Address) -> TaskWait? {
    guard isWaiting(task) else { return nil }
    if interpreter.isEnqueued(task: task), !continuesOnGlobalExecutor(task),
      !continuesOnMainExecutor(task)
    {
      return .executor
    }
    if interpreter.awaitsItself(task: task) { return .ownValue }
    let isIterating = interpreter.continuations(ofTask: task).contains { function in
      labels.iterators.value(for: function) { Self.isIterator(closureLabel(function)) }
    }
    return isIterating ? .asyncSequence : nil
  }

  /// Returns whether a task in the queue of an executor has returned from an awaited call, and the
  /// executor is the global one. The global executor continues the task as soon as one of its
  /// threads is free.
  private func continuesOnGlobalExecutor(_ task: Address) -> Bool {
    guard interpreter.dispatchQueue(ofTask: task) == TaskLayout.globalExecutor,
      let continuation = interpreter.continuations(ofTask: task).first
    else { return false }
    return closureLabel(continuation).code.map(SymbolTable.followsCall) ?? false
  }

  /// Returns whether a task in the queue of an executor was suspended before, the executor is the
  /// main one, and the program's `main` is asynchronous. The main executor runs its jobs whenever
  /// such a `main` is suspended, so the task would have continued if the program had not ended.
  private func continuesOnMainExecutor(_ task: Address) -> Bool {
    guard ProgramRuntime.hasAsyncMain,
      let continuation = interpreter.continuations(ofTask: task).first,
      closureLabel(continuation).code.map(SymbolTable.followsSuspension) == true
    else { return false }
    let queue = interpreter.dispatchQueue(ofTask: task)
    return labels.mainQueues.value(for: queue) { queue == mainQueue }
  }

  /// The address of the main queue of libdispatch; `nil` if the program does not use libdispatch.
  private var mainQueue: UInt? {
    RuntimeSymbol.address(of: "dispatch_source_create").flatMap {
      symbols.memory(ofVariable: "_dispatch_main_q", near: $0)?.lowerBound
    }
  }

  /// Returns whether a function returns the next element of an async sequence. A task group is not
  /// considered: its elements are the results of child tasks.
  private static func isIterator(_ function: ObjectLabel) -> Bool {
    !function.qualified.contains("TaskGroup")
      && [".next(isolation: ", "Iterator.next() "].contains { function.qualified.contains($0) }
  }

  private func isWaiting(_ task: Address) -> Bool {
    !interpreter.isComplete(task: task) && !interpreter.isRunning(task: task)
  }

  /// Returns the labels of the functions that await in a suspended task, innermost first. Functions
  /// of the toolchain's libraries, and functions that the compiler generated, are omitted.
  func awaitingFunctions(ofTask task: Address) -> [ObjectLabel] {
    guard isWaiting(task) else { return [] }
    return interpreter.continuations(ofTask: task).compactMap(awaitingFunction)
  }

  /// Returns the label of the function that continues at an address; `nil` if the function is not
  /// known, is generated by the compiler, or belongs to the toolchain's libraries.
  private func awaitingFunction(_ continuation: UInt) -> ObjectLabel? {
    labels.awaiting.value(for: continuation) {
      let label = closureLabel(continuation)
      let isOmitted =
        label.code == nil || label.isThunk || label.module.isEmpty
        || KnownModules.language.contains(label.module)
      return isOmitted ? nil : label
    }
  }

  /// Returns the addresses of the functions that await in a suspended task, innermost first. Each
  /// is an address in an ELF file, not in memory. Functions of the toolchain's libraries, and
  /// functions that the compiler generated, are omitted.
  package func awaitingCode(ofTask task: Address) -> [UInt] {
    awaitingFunctions(ofTask: task).compactMap(\.code?.fileAddress)
  }

  /// Returns the calls that contain the first instruction after the setup code of a resumed
  /// function, inlined calls first.
  ///
  /// This instruction is assumed to be 16 bytes after the start of the function. The instructions
  /// before it only set up the frame, and belong to no inlined call.
  private func calls(afterEntryOf code: SymbolTable.Function) -> [RunningCall] {
    let setUp: UInt = 16
    let address = code.fileAddress + (code.size > setUp ? setUp : 0)
    return locator.calls(in: code.image, at: [address]).first ?? []
  }

  /// Returns the location at which a suspended function continues, given the code that continues
  /// it.
  ///
  /// In optimized code, the first instructions have the line at which the function starts. If the
  /// source shows no `await` on this line, the result is the line of the first later instruction
  /// that has another line.
  private func suspension(of code: SymbolTable.Function) -> SourceLocation? {
    labels.suspensions.value(for: code) {
      let calls = locator.calls(in: code.image, at: [code.fileAddress])
      guard let first = calls.first?.last else { return nil }
      guard let start = first.start, first.location?.line == start.line,
        sources.awaits(onLine: start.line, ofFile: start.path) != true
      else { return first.location }
      let end = code.fileAddress + min(max(code.size, 1), Self.maxResumption)
      let addresses = Array(stride(from: code.fileAddress, to: end, by: 4))
      let others = locator.calls(in: code.image, at: addresses).map { $0.last?.location }
        .drop { $0 == first.location }
      return others.first { $0 != nil } ?? first.location
    }
  }

  /// The maximum number of bytes of code that are searched for the line of an awaited call.
  private static let maxResumption: UInt = 160
}
