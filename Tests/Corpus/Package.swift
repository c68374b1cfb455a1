// swift-tools-version: 6.2

import PackageDescription

// Programs that leak, and programs that do not, each a case of one executable. The tests
// compile it by themselves, with and without optimization.
let package = Package(
  name: "Corpus",
  targets: [.executableTarget(name: "corpus", swiftSettings: [.swiftLanguageMode(.v5)])]
)
