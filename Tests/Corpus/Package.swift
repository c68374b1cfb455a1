// swift-tools-version: 6.2

import PackageDescription

// Programs that leak, and programs that do not. Each is a case of one executable, which the tests
// compile with and without optimization.
let package = Package(
  name: "Corpus",
  targets: [.executableTarget(name: "corpus", swiftSettings: [.swiftLanguageMode(.v5)])]
)
