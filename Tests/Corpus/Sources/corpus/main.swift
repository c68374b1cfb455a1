import Foundation

// corpus            lists the cases with their expected results
// corpus CASE       runs a case, and prints the number of objects that are alive
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
// Other threads may still be releasing objects.
for _ in 0..<200 where Count.alive.value > chosen.kept && chosen.truth == .clean { usleep(1_000) }
useGlobals()
print("\(chosen.truth.rawValue)\talive \(Count.alive.value)\tkept \(chosen.kept)")
