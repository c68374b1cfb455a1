// swift-tools-version: 6.2

import PackageDescription

// Programs with known findings. Each is a case of one executable, which the tests compile with and
// without optimization.
let package = Package(
  name: "Verdicts",
  targets: [.executableTarget(name: "verdicts", swiftSettings: [.swiftLanguageMode(.v5)])]
)
