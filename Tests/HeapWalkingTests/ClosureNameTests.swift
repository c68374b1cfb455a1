import HeapWalking
import OwnershipGraph
import Testing

@Suite struct ClosureNameTests {
  /// Demangled symbols, each with its readable form and the type of `self`, if there is one.
  static let names: [(String, String, String?)] = [
    (
      "partial apply forwarder for closure #1 () -> () in App.FeedViewModel.bind() -> ()",
      "closure #1 in FeedViewModel.bind()", "FeedViewModel"
    ),
    (
      "partial apply forwarder for closure #2 (Swift.Int) -> () in "
        + "App.FeedViewModel.load(from: Swift.String, _: Swift.Int) -> ()",
      "closure #2 in FeedViewModel.load(from:_:)", "FeedViewModel"
    ),
    (
      "closure #1 () -> () in App.FeedViewModel.action.getter : () -> ()",
      "closure #1 in FeedViewModel.action.getter", "FeedViewModel"
    ),
    (
      "closure #1 () -> () in App.FeedViewModel.observed.didset : Swift.Int",
      "closure #1 in FeedViewModel.observed.didset", "FeedViewModel"
    ),
    (
      "closure #1 () -> () in App.FeedViewModel.subscript.getter : (Swift.Int) -> () -> ()",
      "closure #1 in FeedViewModel.subscript.getter", "FeedViewModel"
    ),
    (
      "closure #1 () -> () in App.FeedViewModel.init(Swift.Int) -> App.FeedViewModel",
      "closure #1 in FeedViewModel.init(_:)", "FeedViewModel"
    ),
    (
      "closure #1 () -> () in App.FeedViewModel.deinit", "closure #1 in FeedViewModel.deinit",
      "FeedViewModel"
    ),
    (
      "init() -> Probe #1 in App.local() -> () in Probe #1 in App.local() -> ()",
      "init() in Probe in local()", "Probe"
    ),
    (
      "closure #1 () -> () in init(Swift.Int) -> Probe #2 in closure #1 () -> () in App.f() -> () in "
        + "Probe #2 in closure #1 () -> () in App.f() -> ()",
      "closure #1 in init(_:) in Probe in closure #1 in f()", "Probe"
    ),
    (
      "closure #1 () -> () in init(Swift.Int) -> Probe #1 in App.local() -> ()? in Probe #1 in App.local() -> ()",
      "closure #1 in init(_:) in Probe in local()", "Probe"
    ),
    (
      "closure #1 () -> () in App.=> infix(App.Hook, Swift.String) -> ()",
      "closure #1 in =>(_:_:)", nil
    ),
    (
      "closure #1 () -> () in closure #2 () -> () in App.==> infix<A where A: App.P>(App.Row, A) -> ()",
      "closure #1 in closure #2 in ==>(_:_:)", nil
    ),
    (
      "closure #1 () -> () in static App.Box.<~ infix(App.Box<Swift.Int>, Swift.Int) -> App.Box",
      "closure #1 in Box.<~(_:_:)", nil
    ),
    (
      "closure #1 () -> () in App.Box.~> postfix(App.Box) -> App.Box",
      "closure #1 in Box.~>(_:)", "Box"
    ),
    (
      "closure #1 () -> () in static App.Span.... infix(App.Span, App.Span) -> App.Span",
      "closure #1 in Span....(_:_:)", nil
    ),
    (
      "closure #1 () -> () in static App.FeedViewModel.make(Swift.Int) -> () -> ()",
      "closure #1 in FeedViewModel.make(_:)", nil
    ),
    (
      "closure #1 () -> () in closure #1 () -> () -> () in App.FeedViewModel.nested() -> () -> ()",
      "closure #1 in closure #1 in FeedViewModel.nested()", "FeedViewModel"
    ),
    (
      "closure #1 () -> () in (extension in App):Swift.Array<A where A == Swift.Int>.each() -> ()",
      "closure #1 in Array.each()", "Array"
    ),
    (
      "closure #1 () -> () in (extension in App):App.P.run(Swift.Int) -> () -> ()",
      "closure #1 in P.run(_:)", "P"
    ),
    (
      "closure #1 () -> () in App.(Hidden in _E43A8CCEA282046670AC3C840611B7E8).f(Swift.Int) -> ()",
      "closure #1 in Hidden.f(_:)", "Hidden"
    ),
    (
      "closure #1 () -> () in App.Box.Inner.f<A, B>(A, by: (B) -> Swift.Int) -> () -> ()",
      "closure #1 in Box.Inner.f(_:by:)", "Box.Inner"
    ),
    (
      "closure #1 () -> () in f(Swift.Int) -> () -> () in L #1 in App.local() -> () -> ()",
      "closure #1 in f(_:) in L in local()", "L"
    ),
    (
      "partial apply forwarder for inner #1 (Swift.Int) -> () in App.FeedViewModel.walk() -> ()",
      "inner(_:) in FeedViewModel.walk()", "FeedViewModel"
    ),
    (
      "closure #1 () -> () in closure #1 (Swift.Int) -> () -> () in App",
      "closure #1 in closure #1 in App", nil
    ),
    (
      "closure #1 () -> () in default argument 0 of App.defaulted(() -> ()) -> () -> ()",
      "closure #1 in default argument of defaulted(_:)", nil
    ),
    (
      "protocol witness for Swift.Decodable.init(from: Swift.Decoder) throws -> A in conformance "
        + "App.Folder : Swift.Decodable in App",
      "Folder.init(from:)", "Folder"
    ),
    (
      "protocol witness for App.P.load() -> () in conformance <A where A: App.Q> App.Box<A> : App.P "
        + "in App", "Box.load()", "Box"
    ),
    (
      "closure #1 () -> () in protocol witness for static App.P.make() -> A in conformance "
        + "App.Box<A> : App.P in App",
      "closure #1 in Box.make()", nil
    ),
    (
      "closure #1 () -> () in variable initialization expression of App.Model.handler : () -> ()",
      "closure #1 in Model.handler", "Model"
    ),
    (
      "partial apply forwarder for implicit closure #2 (Swift.Int) -> () in implicit closure #1 "
        + "(App.FeedViewModel) -> (Swift.Int) -> () in App.FeedViewModel.method() -> ()",
      "method reference in FeedViewModel.method()", "FeedViewModel"
    ),
    (
      "async function pointer to partial apply forwarder for closure #1 @Sendable () async -> () "
        + "in App.FeedViewModel.start() -> ()",
      "closure #1 in FeedViewModel.start()", "FeedViewModel"
    ),
    (
      "(1) await resume partial function for dispatch thunk of App.Clock.sleep() async -> ()",
      "Clock.sleep()", "Clock"
    ),
    (
      "(2) suspend resume partial function for closure #1 @Sendable () async -> () "
        + "in App.FeedViewModel.start() -> ()",
      "closure #1 in FeedViewModel.start()", "FeedViewModel"
    ),
    (
      "partial apply forwarder for specialized closure #1 () -> () in App.Model.run<A>(A) -> ()",
      "closure #1 in Model.run(_:)", "Model"
    ),
    (
      "generic specialization <Swift.Int> of closure #1 () -> () in App.Model.run<A>(A) -> ()",
      "closure #1 in Model.run(_:)", "Model"
    ),
    (
      "function signature specialization <Arg[0] = Owned To Guaranteed> of closure #1 () -> () "
        + "in App.Model.run(done: (Swift.Result<Swift.Int, Swift.Error>) -> ()) -> ()",
      "closure #1 in Model.run(done:)", "Model"
    ),
    (
      "function signature specialization <Arg[1] = Owned To Guaranteed> of function signature "
        + "specialization <Arg[0] = [Closure Propagated : $s3App3runyyFSiSScfU_, Argument Types : "
        + "[App.Api]> of generic specialization <App.Account, Swift.String> of "
        + "App.Future.flatMap<A>((A) -> App.Future<A1>) -> App.Future<A1>",
      "Future.flatMap(_:)", "Future"
    ),
    (
      "merged partial apply forwarder for closure #1 () -> () in App.Model.run() -> ()",
      "closure #1 in Model.run()", "Model"
    ),
    ("App.FeedViewModel.handle(Swift.Int) -> ()", "FeedViewModel.handle(_:)", "FeedViewModel"),
  ]

  @Test(arguments: names.indices)
  func demangledSymbolsReadLikeTheSource(index: Int) {
    let (symbol, text, type) = Self.names[index]
    let name = ClosureName(demangled: symbol)
    #expect(name.text == text)
    #expect(name.enclosingType == type)
    #expect(name.module == "App")
    #expect(!name.isThunk)
  }

  @Test func thunksAreRecognized() {
    let name = ClosureName(
      demangled: "partial apply forwarder for reabstraction thunk helper from "
        + "@escaping @callee_guaranteed () -> () to @escaping @callee_guaranteed () -> (@out ())")
    #expect(name.isThunk)
    #expect(name.text == "reabstraction thunk")
  }
}

@Suite struct TypeNameTests {
  @Test(arguments: [
    ("App.Model", "App.Model", "Model", "App"),
    ("Streams.Sink<Swift.Int>", "Streams.Sink<Swift.Int>", "Sink", "Streams"),
    ("App.Outer.Inner", "App.Outer.Inner", "Outer.Inner", "App"),
    ("App.(unknown context at $7f12a0).Row", "App.Row", "Row", "App"),
    ("App.(Model in $7f12a0).Row", "App.Model.Row", "Model.Row", "App"),
    (
      "App.Box<App.(unknown context at $7f12a0).Row>.Inner<Swift.Int>",
      "App.Box<App.Row>.Inner<Swift.Int>", "Box.Inner", "App"
    ),
    ("(Swift.Int, Swift.String)", "(Swift.Int, Swift.String)", "(Swift.Int, Swift.String)", ""),
  ])
  func namesContainNoAddresses(spelled: String, qualified: String, short: String, module: String) {
    let name = TypeName(qualified: spelled)
    #expect(name.qualified == qualified)
    #expect(name.short == short)
    #expect(name.module == module)
  }
}

@Suite struct DemangledTextTests {
  @Test func separatorsInBracketsDoNotSplitTheText() {
    let text = DemangledText("f(a, [b, c]) -> (d, e), g<h, i>")
    #expect(text.split(at: ", ") == ["f(a, [b, c]) -> (d, e)", "g<h, i>"])
  }

  @Test func anArrowIsNotAClosingBracket() {
    let text = DemangledText("g<(A) -> B>.h: C")
    #expect(text.prefix(upTo: [":"]).0 == "g<(A) -> B>.h")
    #expect(text.withoutGenerics == "g.h: C")
    #expect(DemangledText("((A) -> B) -> C").bracketed == "(A) -> B")
  }

  @Test func operatorsKeepTheirAngleBrackets() {
    let text = "App.Version.< infix(App.Version, App.Version) -> Swift.Bool"
    #expect(DemangledText(text).withoutGenerics == text)
  }
}

@Suite struct SourceLocatorTests {
  @Test(arguments: [
    ("/home/me/App/FeedViewModel.swift:41", "FeedViewModel.swift:41"),
    ("/App/Main File.swift:7 (discriminator 2)", "Main File.swift:7"),
    ("/App/Main.swift:7 (discriminator 2)", "Main.swift:7"),
    ("??:0", nil), ("/App/Main.swift:0", nil), ("<compiler-generated>:12", nil), ("", nil),
    ("/App/Main.swift:?", nil),
  ])
  func symbolizerOutputIsParsed(answer: String, location: String?) {
    #expect(SourceLocation(symbolizer: answer)?.description == location)
  }
}
