import KnownCode
package import OwnershipGraph

// The code of suspended tasks.

extension HeapWalker {
  /// Returns the outermost function that awaits in a suspended task, and the line at which the task
  /// continues. Functions of the language's libraries are ignored. Returns `nil` if the task is
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
      origin: origins.origin(ofModule: outermost.module))
  }

  /// Returns the functions that await in a suspended task, innermost first. Functions of the
  /// language's libraries are omitted.
  func awaitingFunctions(ofTask task: Address) -> [ObjectLabel] {
    guard !interpreter.isComplete(task: task), !interpreter.isRunning(task: task) else { return [] }
    return interpreter.continuations(ofTask: task).map(closureLabel).filter {
      $0.code != nil && !$0.isThunk && !$0.module.isEmpty
        && !KnownModules.language.contains($0.module)
    }
  }

  /// Returns the addresses of the functions that await in a suspended task, innermost first. Each
  /// is an address in an ELF file, not in memory. Functions of the language's libraries are
  /// omitted.
  package func awaitingCode(ofTask task: Address) -> [UInt] {
    awaitingFunctions(ofTask: task).compactMap(\.code?.fileAddress)
  }

  /// Returns the line at which a suspended function continues, given the code that continues it.
  private func suspension(of code: SymbolTable.Function) -> SourceLocation? {
    labels.suspensions.value(for: code) {
      locator.calls(in: code.image, at: [code.fileAddress]).first?.last?.location
    }
  }
}
