import Foundation
import KnownCode
internal import OwnershipGraph

/// An object that reads source files. It finds closures, the variables that closures capture, and
/// the lines on which types and their stored properties are declared.
///
/// Debug information does not contain the lines of declarations. It contains the line of a class's
/// deinitializer, which is the line of the class only if the source declares no deinitializer.
final class SourceDeclarations {
  /// The size in bytes of the largest file that is read.
  private static let largestFile = 8 << 20

  /// The key of a look-up in a file: a type, a property, a captured variable or only a line.
  private struct Query: Hashable {
    let type: String
    var property: String?
    let path: String
    let line: Int
    /// The index of the opening brace of the code that captures a variable; `nil` if unknown.
    var brace: Int?

    init(type: String, property: String? = nil, path: String, line: Int) {
      self.type = type
      self.property = property
      self.path = path
      self.line = line
    }

    init(variable: String?, of code: Code) {
      self.init(type: "", property: variable ?? "", path: code.path, line: code.line)
      brace = code.brace
    }
  }

  private var files: [String: SourceTokens?] = [:]
  /// A cache of the index of each type's declaration. Many graphs need the same declarations, and
  /// each search examines all tokens of a file.
  private var types = LabelCache.Table<Query, Int?>()
  /// A cache of what the source shows about each property.
  private var properties = LabelCache.Table<Query, Property?>()
  /// A cache of whether properties have attributes.
  private var attributes = LabelCache.Table<Query, Bool>()
  /// A cache of whether classes conform to `Sendable`.
  private var sendable = LabelCache.Table<Query, Bool>()
  /// A cache of what the source shows about captures. The key is the name of the captured variable
  /// and the code that captures it.
  private var captures = LabelCache.Table<Query, ObjectGraph.Reference.Capture?>()
  /// A cache of the types of captured variables. The keys are those of ``captures``.
  private var valueTypes = LabelCache.Table<Query, SourceTokens.ValueType?>()
  /// A cache of the methods that are used as values. The type of a key is empty.
  private var methods = LabelCache.Table<Query, SourceTokens.MethodUse?>()
  /// A cache of whether properties are private. The line of a key is 0.
  private var privacy = LabelCache.Table<Query, Bool>()

  /// A cache of closures in the source.
  var closures = LabelCache.Table<ClosureQuery, Closure?>()
  /// A cache of the only line on which a closure or function uses a method as a value.
  var methodReferences = LabelCache.Table<ClosureQuery, SourceStart?>()
  /// A cache of the names of the variables that closures capture.
  var captured = LabelCache.Table<Closure, [String]?>()

  /// Returns the line on which a class or actor is declared; `nil` if its source cannot be read or
  /// does not declare it.
  ///
  /// - Parameters:
  ///   - name: The name of the type, such as `Outer.Inner`. Only its last component is compared,
  ///     without generic arguments and without text after a space.
  ///   - path: The path of the source file.
  ///   - line: A line within the declaration.
  func line(ofType name: String, inFile path: String, near line: Int) -> Int? {
    let query = Query(type: name, path: path, line: line)
    guard let tokens = tokens(of: path) else { return nil }
    return declaration(query, in: tokens).map { tokens[$0].line }
  }

  /// Returns whether the function at `start` belongs to the class or actor `name`, and the same
  /// file declares this type. The function is assumed to belong to the type if it is in the type's
  /// declaration, or if the file declares no other type with this name.
  func declares(_ name: String, at start: SourceStart) -> Bool {
    guard let tokens = tokens(of: start.path) else { return false }
    let query = Query(type: name, path: start.path, line: start.line)
    guard let keyword = declaration(query, in: tokens) else { return false }
    let brace = (keyword..<tokens.count).first { tokens[$0].text == "{" }
    let body = brace.map { tokens.block(at: $0) } ?? keyword..<keyword
    if body.contains(where: { tokens[$0].line >= start.line }) { return true }
    let named = tokens.indices.filter {
      $0 > 0 && tokens[$0].text == tokens[keyword + 1].text
        && ["class", "actor", "struct", "enum"].contains(tokens[$0 - 1].text)
    }
    return named.count == 1
  }

  /// Returns whether a class or actor declares a stored property with an attribute, such as a
  /// property wrapper.
  ///
  /// - Parameters:
  ///   - attribute: The name of the attribute, without a module.
  ///   - property: The property's name in the source.
  func hasAttribute(
    _ attribute: String, property: String, ofType type: String, inFile path: String, near line: Int
  ) -> Bool {
    let query = Query(type: type, property: "@\(attribute) \(property)", path: path, line: line)
    return attributes.value(for: query) {
      let query = Query(type: type, path: path, line: line)
      guard let tokens = tokens(of: path), let start = declaration(query, in: tokens),
        let name = tokens.storedProperty(property, ofTypeAt: start),
        let keyword = tokens.keyword(introducing: name)
      else { return false }
      return tokens.hasAttribute(attribute, declarationAt: keyword)
    }
  }

  /// Returns whether a class conforms to `Sendable` and the compiler checks the conformance;
  /// `false` if the source cannot be read.
  func isCheckedSendable(_ type: String, inFile path: String, near line: Int) -> Bool {
    let query = Query(type: type, path: path, line: line)
    return sendable.value(for: query) {
      guard let tokens = tokens(of: path), let start = declaration(query, in: tokens),
        tokens[start].text == "class"
      else { return false }
      return tokens.isCheckedSendable(classAt: start)
    }
  }

  /// What the source shows about a stored property.
  struct Property {
    /// The property's name in the source.
    let name: String
    /// The line of the property's name.
    let line: Int
    /// A Boolean value indicating whether the declaration introduces a tuple of names.
    let isInTuple: Bool
  }

  /// Returns what the source shows about a stored property of a class or actor. A macro or a
  /// property wrapper may store the property under its name with a leading underscore.
  func property(
    _ name: String, ofType type: String, inFile path: String, near line: Int
  ) -> Property? {
    let query = Query(type: type, property: name, path: path, line: line)
    return properties.value(for: query) {
      let query = Query(type: type, path: path, line: line)
      guard let tokens = tokens(of: path), let start = declaration(query, in: tokens)
      else { return nil }
      let names = name.hasPrefix("_") ? [name, String(name.dropFirst())] : [name]
      return names.lazy.compactMap { name in
        tokens.storedProperty(name, ofTypeAt: start).map { index in
          Property(
            name: name, line: tokens[index].line,
            isInTuple: tokens.keyword(introducing: index).map(tokens.declaresTuple) ?? false)
        }
      }.first
    }
  }

  /// Returns the line on which a structure declares a stored property; `nil` if the file does not
  /// declare exactly one structure with the name.
  func line(
    ofField property: String, ofStructure type: String, inFile path: String
  ) -> Int? {
    guard let tokens = tokens(of: path) else { return nil }
    let name = Self.lastName(of: type)
    let declarations = tokens.indices.dropLast().filter {
      tokens[$0].text == "struct" && tokens[$0 + 1].text == name
    }
    guard declarations.count == 1 else { return nil }
    return tokens.storedProperty(property, ofTypeAt: declarations[0]).map { tokens[$0].line }
  }

  /// Returns what the source shows about a variable that a closure or a nested function captures;
  /// `nil` if the source cannot be read or shows nothing.
  ///
  /// - Parameter name: The variable's name; `nil` if it is unknown.
  func capture(of name: String?, by code: Code) -> ObjectGraph.Reference.Capture? {
    captures.value(for: Query(variable: name, of: code)) {
      tokens(of: code.path).flatMap { Self.capture(of: name, by: code, in: $0) }
    }
  }

  /// Returns the method that is used as a value on a line; `nil` if the source cannot be read or
  /// does not show exactly one such method.
  func methodUsed(onLine line: Int, ofFile path: String) -> SourceTokens.MethodUse? {
    methods.value(for: Query(type: "", path: path, line: line)) {
      tokens(of: path)?.methodUsed(onLine: line)
    }
  }

  /// Returns whether the word `await` is on a line; `nil` if the source cannot be read.
  func awaits(onLine line: Int, ofFile path: String) -> Bool? {
    tokens(of: path).map { tokens in
      tokens.indices.contains { tokens[$0].line == line && tokens[$0].text == "await" }
    }
  }

  /// Returns the type of a captured variable if it may be a structure or an enumeration; `nil` for
  /// other types, and if the source cannot be read or does not state the type.
  func valueType(of name: String, by code: Code) -> SourceTokens.ValueType? {
    valueTypes.value(for: Query(variable: name, of: code)) {
      tokens(of: code.path).flatMap { Self.valueType(of: name, by: code, in: $0) }
    }
  }

  /// Returns whether a file declares properties with the given name, and all of them are private.
  func isPrivate(_ property: String, inFile path: String) -> Bool {
    privacy.value(for: Query(type: "", property: property, path: path, line: 0)) {
      tokens(of: path).map { $0.isPrivate(property) } ?? false
    }
  }

  private func declaration(_ query: Query, in tokens: SourceTokens) -> Int? {
    types.value(for: query) { Self.declaration(of: query.type, in: tokens, near: query.line) }
  }

  /// Returns whether a closure uses `self`. If several closures start on the line and it is not
  /// certain which one is meant, returns whether any of them uses `self`. A closure whose capture
  /// list contains `weak self` or `unowned self` is not considered to use `self`. Returns `nil` if
  /// the source cannot be read, or if no closure starts on the line. Also returns `nil` if a task's
  /// closure starts on the line, because it may use `self` implicitly.
  func usesSelf(in code: Code) -> Bool? {
    guard let tokens = tokens(of: code.path) else { return nil }
    let ofLine = tokens.indices.filter { tokens[$0].line == code.line }
    let isTask = ofLine.contains { ["Task", "detached", "addTask"].contains(tokens[$0].text) }
    let starts = Self.blocks(of: code, in: tokens)
    guard !isTask, !starts.isEmpty else { return nil }
    return starts.contains { start in
      !Self.capturesSelfWeakly(closureAt: start, in: tokens)
        && tokens.block(at: start).contains { ["self", "super"].contains(tokens[$0].text) }
    }
  }

  /// Returns whether a closure captures a variable by reference. It does if the visible declaration
  /// of the name has the keyword `var`, and the closure's capture list does not contain the name.
  /// If it is not certain which closure on the line is meant, the capture lists of all closures on
  /// the line are considered. Returns `false` if the source cannot be read.
  func isCapturedByReference(_ name: String, by code: Code) -> Bool {
    // If no closure on the line contains the name, a closure uses the variable through a nested
    // function. The last closure on the line is then assumed to be this closure.
    guard let tokens = tokens(of: code.path),
      let start = Self.start(of: code, using: name, in: tokens),
      let declaration = tokens.localDeclaration(of: name, visibleAt: start),
      let keyword = tokens.keyword(introducing: declaration), tokens[keyword].text == "var"
    else { return false }
    return !Self.blocks(of: code, in: tokens).contains { start in
      Self.captureList(ofClosureAt: start, in: tokens).contains { tokens[$0].text == name }
    }
  }

  /// Returns whether the capture list of the closure that starts at a token contains `weak self` or
  /// `unowned self`.
  private static func capturesSelfWeakly(
    closureAt start: Int, in tokens: SourceTokens
  ) -> Bool {
    captureList(ofClosureAt: start, in: tokens).contains { index in
      tokens[index].text == "self" && ["weak", "unowned", ")"].contains(tokens[index - 1].text)
    }
  }

  /// Returns the indices of the tokens between the brackets of a closure's capture list; an empty
  /// range if the closure has none.
  static func captureList(
    ofClosureAt start: Int, in tokens: SourceTokens
  ) -> Range<Int> {
    let rest = start + 1..<tokens.count
    guard let first = rest.first, tokens[first].text == "[" else { return start..<start }
    return first + 1..<(rest.first { tokens[$0].text == "]" } ?? first + 1)
  }

  /// Returns the index of the keyword `class` or `actor` in the last declaration of a type at or
  /// before a line.
  private static func declaration(
    of name: String, in tokens: SourceTokens, near line: Int
  ) -> Int? {
    let last = lastName(of: name)
    return tokens.indices.last { index in
      tokens[index].line <= line && ["class", "actor"].contains(tokens[index].text)
        && index + 1 < tokens.count && tokens[index + 1].text == last
    }
  }

  /// Returns the last component of a type's name, without generic arguments.
  private static func lastName(of type: String) -> String {
    let plain = GenericArguments.removed(from: type).prefix { $0 != " " }
    return String(plain.split(separator: ".").last ?? plain)
  }

  func tokens(of path: String) -> SourceTokens? {
    if let known = files[path] { return known }
    let found = Self.text(of: path).map { SourceTokens($0) }
    files[path] = .some(found)
    return found
  }

  /// Returns the contents of a regular file; `nil` if it is larger than ``largestFile`` or cannot
  /// be read.
  private static func text(of path: String) -> [UInt8]? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let size = attributes?[.size] as? Int, size <= largestFile,
      let data = FileManager.default.contents(atPath: path)
    else { return nil }
    return [UInt8](data)
  }
}
