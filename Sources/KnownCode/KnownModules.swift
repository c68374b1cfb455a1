/// Sets of modules, by name.
package enum KnownModules {
  /// The modules of the standard library, Foundation and the other libraries in a toolchain for
  /// Linux.
  package static let language: Set<String> = [
    "Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing", "_RegexParser",
    "RegexBuilder", "_Differentiation", "_Builtin_float", "_Volatile", "Distributed",
    "Observation", "Runtime", "Synchronization", "Cxx", "CxxStdlib", "Glibc", "Musl", "Dispatch",
    "Foundation", "FoundationEssentials", "FoundationInternationalization",
    "FoundationNetworking", "FoundationXML", "_FoundationCollections", "XCTest", "Testing",
    "_TestDiscovery", "_TestingInterop", "_Testing_Foundation",
  ]

  /// The modules of the stream libraries in this package, of their mutants and of the registry of
  /// live objects, and the modules in ``language``.
  package static let libraries: Set<String> = language.union([
    "Streams", "RACDisposables", "ResourceRegistry", "MutantStreams", "MutantRACDisposables",
  ])
}
