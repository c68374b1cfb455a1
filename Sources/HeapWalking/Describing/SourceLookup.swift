import KnownCode

internal import OwnershipGraph

/// A type that looks up the source locations in a description: the locations of closures, classes
/// and allocations.
struct SourceLookup {
  let survey: ObjectSurvey

  private var walker: HeapWalker { survey.walker }

  func locateClosures() {
    let labels = survey.titles.map(\.label) + functionLabels
    walker.locate(labels.compactMap(\.code))
    let declared = survey.titles.map(\.label)
      .filter { !KnownModules.language.contains($0.module) }.compactMap(\.declaration)
    walker.locateClasses(declared + inherited)
    for label in labels {
      guard let code = label.code.map(walker.located) ?? label.declaration else { continue }
      walker.origins.note(module: label.module, code: code)
    }
  }

  func locateAllocations() { walker.locateAllocations(of: survey.objects) }

  /// The labels of the function values that have no context of their own.
  private var functionLabels: [ObjectLabel] {
    survey.functionContexts.filter { !survey.isContext($0.value) }
      .map { walker.closureLabel($0.key) }
  }

  /// The deinitializers of the superclasses of the program's classes.
  private var inherited: [SymbolTable.Function] {
    survey.titles.filter { NodeDescriber.isProgramClass($0.label) }
      .flatMap { walker.superclassDeclarations(of: Address($0.example)) }
  }
}
