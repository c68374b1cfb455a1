import Foundation
import TestSupport
import Testing

/// Tests of programs that unload a library with Swift code. The Swift runtime still refers to the
/// library, and the objects of the library's classes need it.
@Suite(.runsPrograms) struct UnloadedLibraryTests {
  private static let library = """
    final class Plugin {
      var other: Plugin?
      var number = 0
    }
    nonisolated(unsafe) var plugins: [Plugin] = []
    @_cdecl("plugin_start") public func start(_ number: Int) -> Int {
      let plugin = Plugin()
      plugin.number = number
      if number > 0 { plugin.other = plugin }
      plugins.append(plugin)
      if number > 0 { plugins.removeLast() }
      return plugins.count
    }
    """

  private static let program = """
    import Foundation
    typealias Start = @convention(c) (Int) -> Int
    protocol Named {}
    let arguments = CommandLine.arguments
    for round in 0..<2 {
      let library = dlopen(arguments[1], RTLD_NOW)!
      let start = unsafeBitCast(dlsym(library, "plugin_start")!, to: Start.self)
      print(start(arguments[2] == "leak" ? round + 1 : 0) > 0, dlclose(library))
      // Searches all libraries for the conformance.
      print(round as Any is Named)
    }
    print(dlclose(dlopen(nil, RTLD_NOW)!))
    """

  @Test(arguments: ["-Onone", "-O"])
  func aLeakInAnUnloadedLibraryIsFound(optimization: String) throws {
    let library = try Compilation(
      of: ["plugin.swift": Self.library],
      with: [
        "swiftc", optimization, "-g", "-emit-library", "plugin.swift", "-o", "libplugin.so",
      ]
    ).outcome().file("libplugin.so")
    try withCompiledProgram(Self.program, options: [optimization]) { program in
      let leaking = try Tool.run(["exec", "--", program, library, "leak"])
      #expect(leaking.status == 1, "\(leaking.errors)")
      #expect(leaking.errors.contains("2 objects, "), "\(leaking.errors)")
      for words in ["╭─▶ Plugin", "strong  other", "1 leaked cycle"] {
        #expect(leaking.errors.contains(words), "\(leaking.errors)")
      }
      let clean = try Tool.run(["exec", "--", program, library, "keep"])
      #expect(clean.status == 0, "\(clean.errors)")
      #expect(clean.output.contains("true 0\nfalse\ntrue 0\nfalse\n0\n"), "\(clean.output)")
    }
  }
}
