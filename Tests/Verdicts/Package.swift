// swift-tools-version: 6.2

import PackageDescription

// Programs whose verdict is known finding by finding, each a case of one executable. The tests
// compile it by themselves, with and without optimization.
let package = Package(
  name: "Verdicts",
  targets: [.executableTarget(name: "verdicts", swiftSettings: [.swiftLanguageMode(.v5)])]
)
