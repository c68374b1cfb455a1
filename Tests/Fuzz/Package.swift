// swift-tools-version: 6.2

import PackageDescription

// The heap fuzzer. It generates programs with random types and object graphs, and runs them under
// an installed `leakcheck exec`. It then compares the report with its own model of the graph.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .executableTarget(
      name: "fuzz",
      swiftSettings: [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
      ])
  ]
)
