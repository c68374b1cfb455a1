import Foundation

// verdicts            lists the cases, each followed by its findings
// verdicts CASE       runs a case
let cases =
  arrayCases + cycleCases + overRetainedCases + hiddenCases + staleOwnerCases + enumCases
  + taskCases + mainTaskCases + handOwnedCases + keyPathCases + sourceCases + blockCases
  + actorCases + operationCases + captureCases + bufferCases + asyncLetCases + timerCases
  + taskGroupCases + weakOwnerCases

guard let name = CommandLine.arguments.dropFirst().first else {
  for each in cases {
    print(([each.name] + each.verdicts.map(\.line)).joined(separator: "\t"))
  }
  exit(0)
}
guard let chosen = cases.first(where: { $0.name == name }) else {
  print("there is no case '\(name)'")
  exit(2)
}
try await chosen.body()
use(Roots.node)
use(Roots.any)
