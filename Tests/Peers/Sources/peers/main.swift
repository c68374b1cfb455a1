import Foundation

// peers              Streams beside OpenCombine; with a word, only the rows that contain it
// peers leaks [PATH] what `leakcheck exec` finds in OpenCombine; PATH is that of leakcheck
// peers leak OPERATOR ENDING
//                    the program that is looked into
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "leaks":
  let package = URL(filePath: #filePath).appending(path: "../../../../..").standardized
  try printLeaks(
    leakcheck: arguments.count > 1
      ? URL(filePath: arguments[1]) : package.appending(path: ".build/release/leakcheck"))
case "leak":
  guard arguments.count == 3, let cell = LeakCell.all.first(where: { $0.name == arguments[1] }),
    let ending = Ending(rawValue: arguments[2])
  else {
    print("there is no such operator or ending")
    exit(2)
  }
  cell.run(ending)
default:
  printComparison(filter: arguments.first ?? "")
}
