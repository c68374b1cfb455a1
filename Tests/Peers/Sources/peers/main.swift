import Foundation

// peers [WORD]       compares Streams with OpenCombine, in the rows whose names contain WORD
// peers leaks [PATH] prints the leaks of OpenCombine that the leakcheck command at PATH finds
// peers leak OPERATOR ENDING
//                    runs the program that `peers leaks` analyzes
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
