// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "leakcheck",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "RACDisposables", targets: ["RACDisposables"]),
    .library(name: "LeakTesting", targets: ["LeakTesting"]),
    .library(name: "StreamTesting", targets: ["StreamTesting"]),
    .executable(name: "leakcheck", targets: ["leakcheck"]),
    .library(name: "LeakPreload", type: .dynamic, targets: ["LeakPreload", "PreloadExports"]),
  ],
  traits: [
    .trait(
      name: "TRACE_RESOURCES",
      description: "Count every object of the stream library and leave a weak probe to it."),
    .default(enabledTraits: ["TRACE_RESOURCES"]),
  ],
  targets: [
    // Targets in C: the entry points of the Swift runtime, and the recorder of allocations. The
    // target `PreloadExports` is in C as well.
    .target(name: "CSwiftABI"),
    .target(
      name: "CRecorder",
      cSettings: [
        "Execution", "Forking", "Imports", "Memory", "Recording", "Stacks", "Supervising",
        "Threads",
      ].map { .headerSearchPath($0) }),

    // Graphs, the names of known code, findings, and the registry of live objects.
    .target(name: "OwnershipGraph"),
    .target(name: "KnownCode"),
    .target(name: "Findings", dependencies: ["OwnershipGraph", "KnownCode"]),
    .target(name: "ResourceRegistry"),

    // The stream library.
    .target(name: "Streams", dependencies: ["ResourceRegistry"]),

    .target(name: "RACDisposables", dependencies: ["Streams"]),

    // The analysis: from live objects to findings.
    .target(
      name: "HeapWalking", dependencies: ["CSwiftABI", "CRecorder", "OwnershipGraph", "KnownCode"]),
    .target(
      name: "LeakAnalysis",
      dependencies: ["HeapWalking", "OwnershipGraph", "Findings", "KnownCode", "ResourceRegistry"]),

    // The matrix and its cells.
    .target(
      name: "Scenarios",
      dependencies: [
        "LeakAnalysis", "Findings", "OwnershipGraph", "ResourceRegistry", "CRecorder",
      ]),
    .target(
      name: "StreamCells",
      dependencies: ["Scenarios", "Findings", "Streams", "RACDisposables"]),

    // The mutants: copies of Streams and RACDisposables with the edits of Mutants.txt and with
    // generated mistakes, and a copy of StreamCells that tests these copies.
    .executableTarget(name: "mutate"),
    .plugin(
      name: "MutationPlugin", capability: .buildTool(), dependencies: ["mutate"],
      path: "Sources/MutationPlugin"),
    .target(
      name: "MutantStreams", dependencies: ["ResourceRegistry"],
      exclude: ["Mutants.txt", "Survivors.txt"],
      plugins: ["MutationPlugin"]),
    .target(
      name: "MutantRACDisposables", dependencies: ["MutantStreams"],
      plugins: ["MutationPlugin"]),
    .target(
      name: "MutantCells",
      dependencies: ["Scenarios", "Findings", "MutantStreams", "MutantRACDisposables"],
      plugins: ["MutationPlugin"]),

    // The protocol between the command and the library that it loads into a program.
    .target(name: "ExecProtocol", dependencies: ["CRecorder"]),

    // The library that `leakcheck exec` loads into a program.
    .target(
      name: "PreloadExports", dependencies: ["CRecorder"], exclude: ["exports.map"],
      linkerSettings: [
        .unsafeFlags(
          [
            "-Xlinker",
            "--version-script=\(Context.packageDirectory)/Sources/PreloadExports/exports.map",
          ], .when(platforms: [.linux]))
      ]),
    .target(
      name: "LeakPreload",
      dependencies: [
        "ExecProtocol", "CRecorder", "LeakAnalysis", "HeapWalking", "Findings", "Reporting",
      ]),

    // Leak checks for tests of other packages.
    .target(
      name: "LeakTesting",
      dependencies: [
        "ExecProtocol", "LeakAnalysis", "HeapWalking", "Findings", "FindingText", "KnownCode",
      ]),

    // Assertions about recorded events, for users of XCTest.
    .target(name: "StreamTesting", dependencies: ["Streams"]),

    // Reports and commands.
    .target(name: "FindingText", dependencies: ["OwnershipGraph", "Findings"]),
    .target(name: "Reporting", dependencies: ["OwnershipGraph", "Findings", "FindingText"]),
    .executableTarget(
      name: "leakcheck",
      dependencies: [
        "Scenarios", "StreamCells", "MutantCells", "Reporting", "Findings", "OwnershipGraph",
        "HeapWalking", "CRecorder", "ExecProtocol",
      ]),
    .executableTarget(
      name: "leakbench",
      dependencies: [
        "Streams", "OwnershipGraph", "HeapWalking", "ResourceRegistry", "CRecorder",
      ]),

    // Code that the tests of several targets use.
    .target(
      name: "TestSupport", dependencies: ["OwnershipGraph", "ResourceRegistry", "CRecorder"],
      path: "Tests/TestSupport"),

    // Descriptions of heaps, for tests of code that does not read memory itself.
    .target(
      name: "HeapDrawing", dependencies: ["HeapWalking", "OwnershipGraph"],
      path: "Tests/HeapDrawing"),

    .testTarget(name: "ExecProtocolTests", dependencies: ["ExecProtocol"]),
    .testTarget(name: "OwnershipGraphTests", dependencies: ["OwnershipGraph", "TestSupport"]),
    .testTarget(
      name: "FindingsTests",
      dependencies: ["Findings", "OwnershipGraph", "KnownCode", "TestSupport"]),
    .testTarget(name: "ResourceRegistryTests", dependencies: ["ResourceRegistry", "TestSupport"]),
    .testTarget(
      name: "StreamsTests", dependencies: ["Streams", "ResourceRegistry", "TestSupport"]),
    .testTarget(
      name: "StreamModelTests",
      dependencies: [
        "StreamCells", "Streams", "RACDisposables", "ResourceRegistry", "TestSupport",
      ]),
    .testTarget(
      name: "RACDisposablesTests",
      dependencies: ["RACDisposables", "ResourceRegistry", "TestSupport"]),
    .testTarget(
      name: "HeapWalkingTests",
      dependencies: ["HeapDrawing", "HeapWalking", "CSwiftABI", "CRecorder", "TestSupport"]),
    .testTarget(
      name: "LeakAnalysisTests",
      dependencies: [
        "HeapDrawing",
        "LeakAnalysis", "Findings", "OwnershipGraph", "ResourceRegistry", "Streams",
        "TestSupport",
      ]),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "Scenarios", "StreamCells", "Streams", "LeakAnalysis", "Findings", "OwnershipGraph",
        "TestSupport",
      ]),
    .testTarget(name: "LeakTestingTests", dependencies: ["LeakTesting"]),
    .testTarget(
      name: "StreamTestingTests", dependencies: ["StreamTesting", "Streams", "TestSupport"]),
    // Compiles the code in README and in the documentation catalogs.
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Streams", "LeakTesting", "StreamCells", "TestSupport"],
      exclude: ["Context"]),
    .testTarget(name: "MutateTests", dependencies: ["mutate"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "leakcheck", "LeakPreload", "MutantCells", "Scenarios", "Reporting", "Findings",
        "OwnershipGraph", "TestSupport",
      ]),
    // Runs the command on the programs in Tests/Corpus.
    .testTarget(name: "CorpusTests", dependencies: ["leakcheck", "LeakPreload", "TestSupport"]),
    // Applies the edits that the command advises to the programs in Tests/BreakShapes.
    .testTarget(
      name: "BreakEditTests",
      dependencies: ["leakcheck", "LeakPreload", "Streams", "TestSupport"]),
    .testTarget(
      name: "ReportingTests",
      dependencies: ["Reporting", "Findings", "OwnershipGraph", "TestSupport"],
      exclude: ["Goldens"]),
  ]
)

// A build tool plugin runs for every target of a package, whichever targets a dependent uses. In a
// checkout that another package depends on, the command therefore has no planted mistakes.
if Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts" {
  package.targets.removeAll {
    $0.type == .plugin || $0.type == .test || $0.name.hasPrefix("Mutant") || $0.name == "mutate"
  }
  package.targets.append(
    .target(
      name: "MutantCells", dependencies: ["Scenarios", "StreamCells"],
      path: "Sources/AbsentMutants"))
}

let cTargets: Set = ["CSwiftABI", "CRecorder"]
for target in package.targets
where target.type != .plugin && !cTargets.contains(target.name) {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (target.type == .test ? [] : [.strictMemorySafety()])
}
