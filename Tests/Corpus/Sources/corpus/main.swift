import Foundation

// corpus            the names of the cases, with what is true of each
// corpus CASE       runs one, and prints the truth by the count of its objects
let cases = leakingCases + staleWordCases + cleanCases

guard let name = CommandLine.arguments.dropFirst().first else {
  for each in cases { print("\(each.truth.rawValue)\t\(each.name)") }
  exit(0)
}
guard let chosen = cases.first(where: { $0.name == name }) else {
  print("there is no case '\(name)'")
  exit(2)
}
try await chosen.body()
// Waits for objects that are being released.
for _ in 0..<200 where Count.alive.value > chosen.kept && chosen.truth == .clean { usleep(1_000) }
useGlobals()
print("\(chosen.truth.rawValue)\talive \(Count.alive.value)\tkept \(chosen.kept)")
