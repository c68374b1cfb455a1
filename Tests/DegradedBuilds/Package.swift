// swift-tools-version: 6.2

// A program with the walker in it, to be built in ways that leave less to read: see
// DegradedBuildTests. The links in Sources lead to the walker's own sources.

import PackageDescription

let package = Package(
  name: "DegradedBuilds",
  targets: [
    .target(name: "CSwiftABI"),
    .target(
      name: "CRecorder",
      cSettings: ["Execution", "Forking", "Imports", "Memory", "Recording", "Stacks", "Threads"].map
      {
        .headerSearchPath($0)
      }),
    .target(name: "OwnershipGraph"),
    .target(name: "KnownCode"),
    .target(
      name: "HeapWalking", dependencies: ["CSwiftABI", "CRecorder", "OwnershipGraph", "KnownCode"]),
    // Built with resilience: what derives from its classes finds their size at run time.
    .target(
      name: "Resilient", swiftSettings: [.unsafeFlags(["-enable-library-evolution"])]),
    .executableTarget(
      name: "Specimen", dependencies: ["HeapWalking", "OwnershipGraph", "Resilient"]),
  ]
)

for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .strictMemorySafety(),
    ]
}
