// swift-tools-version: 6.2

import PackageDescription

// A program that compares Streams with another library in one run. The leakcheck package itself has
// no dependencies.
let package = Package(
  name: "Peers",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Streams is measured without tracing, because the peers have none.
    .package(name: "leakcheck", path: "../..", traits: []),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "peers",
      dependencies: [
        .product(name: "Streams", package: "leakcheck"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")])
  ]
)
