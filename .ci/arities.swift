// Writes the overloads of `zip` and `combineLatest` for two to eight sequences: `make generate`.
//
// They are written out because compiling a parameter pack of the sources' element types crashes
// the compiler (Swift 6.3).

import Foundation

/// The overloads of one operator, with or without a closure that combines the elements.
struct Overloads {
  var path: String
  /// The line that opens the extension, without its brace.
  var scope: String
  var name: String
  /// The first letter of the sources' generic parameters, and the protocol they conform to.
  var parameter: (letter: String, type: String)
  var result: String
  /// The summary, in which `N` stands for the number of sequences.
  var summary: String
  var discussion: String
  var selector: String?
  var ending: String
  /// The numbers of elements that a line holds: of sources and of their element types.
  var perLine: (sources: Int, elements: Int)
  /// The lines between the braces of the function.
  var body: (Int) -> [String]
}

let numbers = ["", "", "two", "three", "four", "five", "six", "seven", "eight"]
let ordinals = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]

extension Overloads {
  /// The text of the file.
  var text: String {
    let overloads = (2...8).map(overload).joined(separator: "\n\n")
    return "// Written by `make generate`; to change it, change .ci/arities.swift.\n\n"
      + scope + " {\n" + overloads + "\n}\n"
  }

  private func overload(_ count: Int) -> String {
    let letter = parameter.letter
    let generics = (1...count).map { "\(letter)\($0): \(parameter.type)" }
    let sources = (1...count).map { "_ source\($0): \(letter)\($0)" }
    let elements = (1...count).map { "\(letter)\($0).Element" }
    var lines = documentation(count)
    lines.append("public static func \(name)<")
    lines += rows(generics, 4).indented()
    lines += [">("]
    lines += rows(sources, perLine.sources, last: selector == nil ? "" : ",").indented()
    if selector != nil {
      lines += ["  resultSelector:", "    @escaping ("]
      lines += rows(elements, perLine.elements).indented(3)
      lines += ["    ) throws -> Element"]
      lines.append(") -> \(result)<Element> {")
    } else if result == "Observable", count <= 6 {
      lines.append(") -> \(result)<(\(elements.joined(separator: ", ")))> {")
    } else {
      lines += [") -> \(result)<", "  ("]
      lines += rows(elements, perLine.elements).indented(2)
      lines += ["  )", "> {"]
    }
    lines += body(count).indented()
    lines.append("}")
    return lines.indented().joined(separator: "\n")
  }

  private func documentation(_ count: Int) -> [String] {
    var lines = wrapped(summary.replacing(" N ", with: " \(numbers[count]) "))
    lines += [""] + wrapped(discussion) + ["", "- Parameters:"]
    lines += (1...count).map { "  - source\($0): The \(ordinals[$0]) sequence." }
    if let selector { lines += wrapped("  - resultSelector: " + selector, hanging: 4) }
    lines += wrapped("- Returns: " + ending, hanging: 2)
    return lines.map { $0.isEmpty ? "///" : "/// " + $0 }
  }
}

/// Returns elements in lines of as many as given, with commas between them.
func rows(_ elements: [String], _ perLine: Int, last: String = "") -> [String] {
  stride(from: 0, to: elements.count, by: perLine).map { start in
    let end = min(start + perLine, elements.count)
    let isLast = end == elements.count
    return elements[start..<end].joined(separator: ", ") + (isLast ? last : ",")
  }
}

/// Returns a text in lines that fit into a doc comment of a member.
func wrapped(_ text: String, hanging: Int = 0) -> [String] {
  let width = 100 - "  /// ".count
  var lines = [text.prefix { $0 == " " }.description]
  for word in text.split(separator: " ") {
    let line = lines[lines.count - 1]
    let isEmpty = line.allSatisfy { $0 == " " }
    if !isEmpty, line.count + 1 + word.count > width {
      lines.append(String(repeating: " ", count: hanging) + word)
    } else {
      lines[lines.count - 1] += (isEmpty ? "" : " ") + word
    }
  }
  return lines
}

extension [String] {
  func indented(_ levels: Int = 1) -> [String] {
    map { String(repeating: "  ", count: levels) + $0 }
  }
}

// What the operators differ in.

/// The producer of an operator, the type that stores a source's elements, and how it is read.
struct Machine {
  var producer: String
  var source: String
  var storage: String
  var read: String

  func body(_ count: Int) -> [String] {
    let sources = 1...count
    let values = sources.map { "box\($0).\(read)" }
    var lines = sources.map { "let source\($0) = source\($0).asObservable()" }
    lines.append("return \(producer) {")
    lines += sources.map { "  let box\($0) = \(storage)<O\($0).Element>()" }
    lines += ["  return (", "    ["]
    lines += sources.map { "      \(source)(source\($0), box\($0))," }
    lines.append("    ],")
    if count <= 5 {
      lines.append("    { try resultSelector(\(values.joined(separator: ", "))) }")
    } else {
      lines += ["    {", "      try resultSelector("]
      lines += rows(values, 4, last: ")").indented(4)
      lines.append("    }")
    }
    return lines + ["  )", "}"]
  }
}

let zip = Machine(
  producer: "Zip", source: "ZippedSource", storage: "ElementQueue", read: "take()")
let combineLatest = Machine(
  producer: "CombineLatest", source: "CombinedSource", storage: "LatestElement", read: "value")

let index = "An element is retained until every sequence has sent its element at the same index."
let first = "The first element is sent when every sequence has sent one."
let latest = "the latest elements of N sequences"
let eachTime = "each time one of them sends an element."
let throwing =
  "A closure that returns the element to send. If it throws, the result fails with that error."
let infallibleThrowing =
  "A closure that returns the element to send. If it throws, the result ends and the error is "
  + "passed to ``Hooks/defaultErrorHandler``."
let observableEnding =
  "An observable sequence. It completes when all sequences have completed, and fails as soon as "
  + "one of them fails."
let observableLatestEnding =
  "An observable sequence. It completes when all sequences have completed, or earlier if it can "
  + "send no further element, and fails as soon as one of them fails."
let infallibleEnding =
  "An infallible sequence. It completes when all sequences have completed, or earlier if it can "
  + "send no further element."

/// Returns the body of an overload that sends tuples.
func tuples(_ name: String) -> (Int) -> [String] {
  { count in
    let sources = (1...count).map { "source\($0)" }.joined(separator: ", ")
    let values = (0..<count).map { "$\($0)" }.joined(separator: ", ")
    return [".\(name)(", "  \(sources),", "  resultSelector: { (\(values)) })"]
  }
}

/// Returns the body of an overload for infallible sequences.
func observed(_ last: String) -> (Int) -> [String] {
  { count in
    let sources = (1...count).map { "source\($0).asObservable()" }
    let end = last.isEmpty ? "))" : ","
    return ["Infallible(", "  Observable.combineLatest("]
      + rows(sources, 3, last: end).indented(2) + (last.isEmpty ? [] : ["    " + last])
  }
}

let combination = "Operators/Combination/"
let observable = ("O", "ObservableType")
let infallible = ("S", "InfallibleType")

let files = [
  Overloads(
    path: combination + "Zip.swift", scope: "extension ObservableType", name: "zip",
    parameter: observable, result: "Observable",
    summary: "Returns an observable sequence that combines the elements at the same index in N "
      + "sequences, using a closure.",
    discussion: index, selector: throwing, ending: observableEnding, perLine: (3, 4),
    body: zip.body),
  Overloads(
    path: combination + "Zip+Tuples.swift", scope: "extension ObservableType where Element == Any",
    name: "zip", parameter: observable, result: "Observable",
    summary: "Returns an observable sequence that sends tuples of the elements at the same index "
      + "in N sequences.",
    discussion: index, ending: observableEnding, perLine: (3, 4), body: tuples("zip")),
  Overloads(
    path: combination + "CombineLatest.swift", scope: "extension ObservableType",
    name: "combineLatest", parameter: observable, result: "Observable",
    summary: "Returns an observable sequence that combines \(latest), using a closure, \(eachTime)",
    discussion: first, selector: throwing, ending: observableLatestEnding, perLine: (3, 4),
    body: combineLatest.body),
  Overloads(
    path: combination + "CombineLatest+Tuples.swift",
    scope: "extension ObservableType where Element == Any", name: "combineLatest",
    parameter: observable, result: "Observable",
    summary: "Returns an observable sequence that sends a tuple of \(latest) \(eachTime)",
    discussion: first, ending: observableLatestEnding, perLine: (3, 4),
    body: tuples("combineLatest")),
  Overloads(
    path: "Traits/Infallible+CombineLatest.swift", scope: "extension InfallibleType",
    name: "combineLatest", parameter: infallible, result: "Infallible",
    summary: "Returns an infallible sequence that combines \(latest), using a closure, \(eachTime)",
    discussion: first, selector: infallibleThrowing, ending: infallibleEnding, perLine: (6, 7),
    body: observed("resultSelector: resultSelector))")),
  Overloads(
    path: "Traits/Infallible+CombineLatestTuples.swift",
    scope: "extension InfallibleType where Element == Any", name: "combineLatest",
    parameter: infallible, result: "Infallible",
    summary: "Returns an infallible sequence that sends a tuple of \(latest) \(eachTime)",
    discussion: first, ending: infallibleEnding, perLine: (6, 7), body: observed("")),
]

guard CommandLine.arguments.count == 2 else {
  print("usage: arities <folder of Streams>")
  exit(2)
}
for file in files {
  let url = URL(filePath: CommandLine.arguments[1]).appending(path: file.path)
  do {
    try Data(file.text.utf8).write(to: url, options: .atomic)
  } catch {
    print("cannot write \(file.path): \(error.localizedDescription)")
    exit(1)
  }
}
