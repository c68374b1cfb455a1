import Findings
import OwnershipGraph
import Testing

// Tests of how the ranking chooses between two objects, either of which may own the other.
extension BreakRankingTests {
  @Test func evidenceOfCreationTakesPrecedenceOverAge() throws {
    // Document is younger than History, but it made the commands that History stores.
    var pattern = try graph([
      "App.Document -history-> App.History", "App.History -done[*]-> App.Command",
      "App.Command -document-> App.Document",
    ])
    (pattern.nodes[0].order, pattern.nodes[1].order, pattern.nodes[2].order) = (2, 1, 3)
    #expect(pattern.rankedBreaks().first == [0])
    pattern.nodes[2].allocation = [StackFrame(function: "Document.insert(_:)")]
    #expect(pattern.rankedBreaks().first == [2])
  }

  @Test func theAlternativeIsOfferedIfOnlyAgeDecides() throws {
    var pair = try graph([
      "App.Connection -handler-> App.Handler", "App.Handler -line-> App.Connection",
    ])
    (pair.nodes[0].order, pair.nodes[1].order) = (1, 2)
    #expect(pair.rankedBreaks().first == [1])
    #expect(pair.alternativeBreak(to: [1]) == 0)
    // The connection made the handler, so the connection is the owner.
    pair.nodes[1].allocation = [StackFrame(function: "Connection.open()")]
    #expect(pair.rankedBreaks().first == [1])
    #expect(pair.alternativeBreak(to: [1]) == nil)
    // The name `parent` does not show whether another object owns the parent.
    pair = try graph(["App.Owner -child-> App.Child", "App.Child -parent-> App.Owner"])
    (pair.nodes[0].order, pair.nodes[1].order) = (1, 2)
    #expect(pair.alternativeBreak(to: [1]) == 0)
    pair.nodes[1].allocation = [StackFrame(function: "Owner.init()")]
    #expect(pair.alternativeBreak(to: [1]) == nil)
  }

  @Test func aDelegateWithoutAnotherOwnerMayOwnTheDelegatingObject() throws {
    var pair = try graph([
      "App.Client -delegate-> App.Policy", "App.Policy -client-> App.Client",
    ])
    #expect(pair.rankedBreaks().first == [0])
    #expect(pair.alternativeBreak(to: [0]) == 1)
    pair.references[1].declaration = .init(type: "Policy", isOptional: false, isConstant: true)
    #expect(pair.rankedBreaks().first == [0])
    #expect(pair.alternativeBreak(to: [0]) == 1)
    // If the policy created its client, the ranking offers no alternative.
    pair.nodes[0].allocation = [StackFrame(function: "Policy.init()")]
    #expect(pair.alternativeBreak(to: [0]) == nil)
  }

  /// The function that creates both objects returns the presenter, so the presenter owns the view.
  @Test func theCaptureIsOfferedAsAnAlternativeIfAPropertyNameDecides() throws {
    let cycle = try graph([
      "App.ListView -onSelect-> method reference closure #1 in App.build()",
      "method reference closure #1 in App.build() -capture: Presenter-> App.Presenter",
      "App.Presenter -view-> App.ListView",
    ])
    #expect(cycle.rankedBreaks().first == [2])
    #expect(cycle.alternativeBreak(to: [2]) == 1)
    // A captured variable can be assigned another value, so it need not be captured weakly.
    var variable = cycle
    variable.references[1].label = "capture var presenter"
    #expect(variable.alternativeBreak(to: [2]) == nil)
  }

  @Test(arguments: ["delegate", "first"])
  func oneEditIsPreferredToEditsOfSeveralProperties(name: String) throws {
    var form = try graph([
      "App.Form -\(name)-> App.Validator", "App.Form -validator-> App.Validator",
      "App.Validator -form-> App.Form",
    ])
    form.references[2].declaration = .init(type: "Validator", isOptional: false, isConstant: true)
    #expect(form.rankedBreaks().first == [2])
    // The validator made the form, and owns it.
    form.nodes[0].allocation = [StackFrame(function: "Validator.init()")]
    #expect(form.rankedBreaks().first == [0, 1])
    // Another object owns the validator.
    form = try graph([
      "App.Form -\(name)-> App.Validator", "App.Form -validator-> App.Validator",
      "App.Validator -form-> App.Form", "App.Registry -last-> App.Validator",
    ])
    #expect(form.rankedBreaks().first == [0, 1])
  }

  @Test func elementsOfACollectionMayHaveAnotherOwner() throws {
    var pair = try graph(["App.Row -section-> App.Section", "App.Section -rows[*]-> App.Row"])
    pair.references[0].declaration = .init(type: "Row", isOptional: false, isConstant: true)
    #expect(pair.rankedBreaks().first == [0])
    #expect(pair.alternativeBreak(to: [0]) == 1)
    #expect(BreakAdvice.weakElements(of: pair.references[1]) == "store weak references in rows")
    // A section owns the rows that it creates. It also owns rows that refer to it as `parent`.
    pair.nodes[0].allocation = [StackFrame(function: "Section.insert()")]
    #expect(pair.alternativeBreak(to: [0]) == nil)
    pair.nodes[0].allocation = []
    pair.references[0].label = "parent"
    #expect(pair.alternativeBreak(to: [0]) == nil)
  }

  /// If `ref` were weak, the resource would be deallocated at once.
  @Test func aPropertyThatOwnsAnotherObjectIsClearedAndNotMadeWeak() throws {
    let pair = ["App.Parent -child-> App.Box", "App.Box -ref-> App.Parent"]
    #expect(BreakAdvice(for: 1, in: try graph(pair)).text == "weak var ref")
    let owned = ["App.Parent -payload-> App.Box/2", "App.Box/2 -ref-> App.Resource"]
    #expect(BreakAdvice(for: 1, in: try graph(pair + owned)).text == "set ref to nil when done")
    let shared = owned + ["App.Parent -resource-> App.Resource"]
    #expect(BreakAdvice(for: 1, in: try graph(pair + shared)).text == "weak var ref")
  }

  @Test func propertiesOfAListAreChosenByNameAndNumberOfEdits() throws {
    let songs = [
      "App.Song -after-> App.Song/2", "App.Song/2 -before-> App.Song",
      "App.Song/2 -after-> App.Song/3", "App.Song/3 -before-> App.Song/2",
    ]
    #expect(try graph(songs).rankedBreaks().first == [1, 3])
    // Only the object at one end of the list, or at the top of the tree, needs another owner.
    #expect(try graph(songs).alternativeBreak(to: [1, 3]) == 0)
    let advice = BreakAdvice(for: 1, in: try graph(songs), breaking: [1, 3])
    #expect(advice.objectToOwn == "the Song that is not the after of another Song")
    let tree = ["App.Node -children[*]-> App.Node/2", "App.Node/2 -parent-> App.Node"]
    let treeAdvice = BreakAdvice(for: 1, in: try graph(tree))
    #expect(treeAdvice.objectToOwn == "the Node that is not in the children of another Node")
    // Nothing distinguishes the properties.
    let unnamed = songs.map { $0.replacing("after", with: "one").replacing("before", with: "two") }
    let chosen = try #require(try graph(unnamed).rankedBreaks().first)
    #expect(try graph(unnamed).alternativeBreak(to: chosen) == (chosen == [0, 2] ? 1 : 0))
    // One edit is better than two.
    let revisions = [
      "App.Revision/2 -older-> App.Revision", "App.Revision -newer-> App.Revision/2",
      "App.Revision/3 -older-> App.Revision/2", "App.Revision/2 -newer-> App.Revision/3",
      "App.Revision/3 -skipped-> App.Revision",
    ]
    #expect(try graph(revisions).rankedBreaks().first == [1, 3])
  }

  @Test func everyObjectInADoublyLinkedCycleNeedsAnotherOwner() throws {
    let ring = try graph([
      "App.Seat -left-> App.Seat/2", "App.Seat/2 -left-> App.Seat/3", "App.Seat/3 -left-> App.Seat",
      "App.Seat -right-> App.Seat/3", "App.Seat/3 -right-> App.Seat/2",
      "App.Seat/2 -right-> App.Seat",
    ])
    let breaks = Array(0..<6)
    for index in breaks {
      #expect(BreakAdvice(for: index, in: ring, breaking: breaks).objectToOwn == "Seat")
    }
  }

  @Test func aTaskFrameAndTheCaptureOfItsClosureAreOneEdit() throws {
    var feed = try graph([
      "App.Feed -task-> Task", "Task -frame-> closure #1 in App.Feed.start()",
      "Task -frame-> App.Feed", "closure #1 in App.Feed.start() -capture self-> App.Feed",
    ])
    #expect(feed.rankedBreaks().first == [2, 3])
    // Without the context of the closure, the task's code is identified by its frames.
    feed = try graph(["App.Feed -task-> Task", "Task -frame-> App.Feed"])
    feed.nodes[1].suspended = SuspendedCode(
      function: "closure #1 in Feed.start()", location: .init(file: "Feed.swift", line: 3))
    feed.references[1].evidence = .scanned
    let broken = try #require(feed.rankedBreaks().first)
    #expect(broken == [1])
    let advice = BreakAdvice(for: 1, in: feed)
    #expect(advice.text == "[weak self], in closure #1 in Feed.start()")
    #expect(advice.location == .init(file: "Feed.swift", line: 3))
  }

  @Test func aTaskFrameAndTheCaptureOfACalledClosureAreOneEdit() throws {
    var feed = try graph([
      "App.Feed -runner-> App.Runner", "App.Runner -task-> Task",
      "Task -frame-> closure #1 in App.Runner.launch(_:)", "Task -frame-> App.Feed",
      "closure #1 in App.Runner.launch(_:) -capture #2-> closure #1 in App.Feed.start()",
      "closure #1 in App.Feed.start() -capture self-> App.Feed",
    ])
    let task = try #require(feed.nodes.firstIndex { $0.kind == .task })
    feed.nodes[task].suspended = SuspendedCode(
      function: "closure #1 in Runner.launch(_:)", location: .init(file: "Feed.swift", line: 3))
    let closure = feed.references[5].from
    feed.nodes[closure].location = .init(file: "Feed.swift", line: 9)
    feed.references[3].evidence = .scanned
    #expect(feed.rankedBreaks().first == [3, 5])
    let advice = BreakAdvice(for: 3, in: feed)
    #expect(advice.text == "[weak self]")
    #expect(advice.location == .init(file: "Feed.swift", line: 9))
  }

  @Test func aCycleThroughASuperclassPropertyIsBrokenAtOneObject() throws {
    var ring = try graph([
      "App.Junior -next-> App.Senior", "App.Senior -next-> App.Manager",
      "App.Manager -next-> App.Junior",
    ])
    for index in ring.references.indices {
      ring.references[index].declaration = .init(type: "Handler")
    }
    let broken = try #require(ring.rankedBreaks().first)
    #expect(broken.count == 1)
    let advice = BreakAdvice(for: broken[0], in: ring, breaking: broken)
    #expect(advice.text == "set next to nil when done")
  }

  @Test(arguments: [true, false])
  func anObjectPassedToItsOwnersInitializerRefersBack(isConstant: Bool) throws {
    // The presenter is older than the screen, which retains it.
    var pair = try graph([
      "App.Screen -presenter-> App.Presenter", "App.Presenter -view-> App.Screen",
    ])
    (pair.nodes[0].order, pair.nodes[1].order) = (2, 1)
    pair.references[0].declaration = .init(
      type: "Screen", isOptional: false, isConstant: isConstant ? true : nil)
    #expect(pair.rankedBreaks().first == [1])
    #expect(pair.alternativeBreak(to: [1]) == 0)
    // If the presenter creates its screen, the presenter is the owner.
    pair.nodes[0].allocation = [StackFrame(function: "Presenter.open()")]
    #expect(pair.rankedBreaks().first == [0])
    pair.nodes[0].allocation = []
    // The name of the property decides.
    pair.references[0].label = "parent"
    #expect(pair.rankedBreaks().first == [0])
  }

  @Test func backReferencesAreBrokenRatherThanConstants() throws {
    var module = try graph([
      "App.Screen -presenter-> App.Presenter", "App.Presenter -interactor-> App.Interactor",
      "App.Interactor -output-> App.Presenter", "App.Presenter -view-> App.Screen",
    ])
    (module.nodes[0].order, module.nodes[1].order, module.nodes[2].order) = (3, 2, 1)
    for index in 0..<2 { module.references[index].declaration = .init(type: "", isConstant: true) }
    #expect(module.rankedBreaks().first == [2, 3])
  }

  @Test func aCaptureIsBrokenRatherThanAConstant() throws {
    var window = try graph([
      "App.Window -toolbar-> App.Toolbar", "App.Toolbar -onTap-> closure #1 in App.make()",
      "closure #1 in App.make() -capture window-> App.Window",
    ])
    (window.nodes[0].order, window.nodes[1].order, window.nodes[2].order) = (2, 1, 3)
    window.references[0].declaration = .init(type: "Window", isOptional: false, isConstant: true)
    #expect(window.rankedBreaks().first == [2])
  }

  @Test func anObjectOwnsTheDelegateThatItCreates() throws {
    var pair = try graph([
      "App.Connection -delegate-> App.Handler", "App.Handler -connection-> App.Connection",
    ])
    #expect(pair.rankedBreaks().first == [0])
    pair.nodes[1].allocation = [StackFrame(function: "Connection.init()")]
    #expect(pair.rankedBreaks().first == [1])
  }

  @Test func aPropertyIsClearedRatherThanAReferenceInADependency() throws {
    var pair = try graph([
      "App.Handler -context-> Kit.Context", "Kit.Context -handler-> App.Handler",
    ])
    pair.nodes[1].origin = .dependency
    pair.references[0].declaration = .init(type: "Handler")
    #expect(pair.rankedBreaks().first == [0])
    #expect(BreakAdvice(for: 0, in: pair, breaking: [0]).text == "set context to nil when done")
    // A constant cannot be cleared.
    pair.references[0].declaration?.isConstant = true
    #expect(pair.rankedBreaks().first == [1])
    let advice = BreakAdvice(for: 1, in: pair, breaking: [1])
    #expect(advice.text == "clear handler of Kit.Context" && advice.location == nil)
  }

  @Test func aWeakPropertyRequiresAnotherOwnerOfItsTarget() throws {
    var pair = try graph([
      "App.Table -dataSource-> App.Adapter", "App.Adapter -table-> App.Table",
    ])
    #expect(BreakAdvice(for: 0, in: pair, breaking: [0]).objectToOwn == "Adapter")
    pair.references[0].declaration = .init(type: "Table", isOptional: false, isConstant: true)
    #expect(BreakAdvice(for: 0, in: pair, breaking: [0]).text == "weak var dataSource")
    pair.nodes.append(.init(id: "Screen#1", type: "Screen", qualifiedType: "App.Screen"))
    pair.references.append(.init(from: 2, to: 1, label: "adapter"))
    // The fix of another leak may release the Screen.
    #expect(BreakAdvice(for: 0, in: pair, breaking: [0]).objectToOwn == "Adapter")
    pair.nodes[2].role = .behind
    #expect(BreakAdvice(for: 0, in: pair, breaking: [0]).objectToOwn == nil)
  }

  @Test func aDispatchGroupsBlockIsReleasedByCallingLeave() throws {
    var group = try graph([
      "App.Loader -group-> Dispatch.DispatchGroup", "Dispatch.DispatchGroup -memory-> closure",
      "closure -capture #1: block-> block", "block -closure-> closure #1 in App.Loader.load()",
      "closure #1 in App.Loader.load() -capture self-> App.Loader",
    ])
    group.nodes[1].type = "DispatchGroup"
    let unnamed = try #require(group.nodes.firstIndex { $0.type == "closure" })
    group.nodes[unnamed].kind = .closureContext
    let block = try #require(group.nodes.firstIndex { $0.type == "block" })
    group.nodes[block].kind = .block
    for index in 2...3 {
      #expect(
        BreakAdvice(for: index, in: group).text == "call leave() on the group as often as enter()")
    }
    #expect(BreakAdvice(for: 4, in: group).text == "[weak self]")
  }

  @Test func aPropertyThatOwnsItsTargetInALiveObjectIsNotBroken() throws {
    var tree = try graph(["App.Node -parent-> App.Tree", "App.Tree -nodes[*]-> App.Node"])
    #expect(tree.rankedBreaks().first == [0])
    tree.references[0].declaration = .init(type: "Node", isConstant: true)
    tree.references[0].ownsInLiveObjects = true
    #expect(tree.rankedBreaks().first == [1])
    #expect(tree.alternativeBreak(to: [1]) == nil)
  }

  @Test func aCaptureThatOwnsItsTargetInALiveClosureIsNotBroken() throws {
    var chain = try graph([
      "App.Promise -handlers[*]-> closure #1 in App.Promise.map()",
      "closure #1 in App.Promise.map() -capture next-> App.Promise/2",
      "App.Promise/2 -upstream-> App.Promise",
    ])
    #expect(chain.rankedBreaks().first == [1])
    chain.references[1].ownsInLiveObjects = true
    #expect(chain.rankedBreaks().first == [2])
  }

  /// The program needs all nodes of the cycle or none, even if another leak retains one of them.
  @Test(arguments: ["App.List -first-> App.Node/1", "App.Node/3 -next-> App.Node/1"])
  func aCycleRetainedByAnotherLeakIsBrokenAtOneReference(holder: String) throws {
    let ring = ["App.Node/1 -next-> App.Node/2", "App.Node/2 -next-> App.Node/1"]
    let plain = try graph(ring)
    var held = try graph(ring + [holder])
    held.nodes[2].role = .context
    #expect(plain.rankedBreaks().first?.count == 1)
    #expect(held.rankedBreaks().first?.count == 1)
    let breaks = try #require(held.rankedBreaks().first)
    #expect(
      BreakAdvice(for: breaks[0], in: held, breaking: breaks).text == "set next to nil when done")
  }

  @Test func aParentReferenceIsBrokenEvenIfAnotherLeakRetainsTheChild() throws {
    var tree = try graph([
      "App.Owner -child-> App.Child", "App.Child -parent-> App.Owner",
      "App.Lost -child-> App.Child",
    ])
    tree.nodes[2].role = .context
    #expect(tree.rankedBreaks().first == [1])
  }

  /// The view owns its presenter, whichever of them is older.
  @Test(arguments: [(1, 2), (2, 1)])
  func aPresenterRefersBackToItsView(view: Int, presenter: Int) throws {
    var pair = try graph([
      "App.LoginView -presenter-> App.LoginPresenter", "App.LoginPresenter -view-> App.LoginView",
    ])
    (pair.nodes[0].order, pair.nodes[1].order) = (view, presenter)
    #expect(pair.rankedBreaks().first == [1])
    // A presenter that creates its view owns it.
    pair.nodes[0].allocation = [StackFrame(function: "LoginPresenter.init()")]
    #expect(pair.rankedBreaks().first == [0])
  }

  @Test func aRouterRefersBackToItsPresenter() throws {
    let module = try graph([
      "App.LoginView -presenter-> App.Presenter", "App.Presenter -view-> App.LoginView",
      "App.Presenter -router-> App.Router", "App.Router -presenter-> App.Presenter",
    ])
    #expect(module.rankedBreaks().first == [1, 3])
  }

  /// Only the closures own the objects. The older object is more likely to have another owner.
  @Test(arguments: [(1, 2), (2, 1)])
  func theCaptureOfTheOlderObjectIsMadeWeak(first: Int, second: Int) throws {
    var pair = try graph([
      "App.First -handler-> closure #1 in App.run()",
      "closure #1 in App.run() -capture second-> App.Second",
      "App.Second -handler-> closure #2 in App.run()",
      "closure #2 in App.run() -capture first-> App.First",
    ])
    for index in pair.nodes.indices {
      pair.nodes[index].order = ["First": first, "Second": second][pair.nodes[index].type]
    }
    #expect(pair.rankedBreaks().first == [first < second ? 3 : 1])
  }

  /// A hub calls the handler of a screen. The screen retains the token of the subscription, whose
  /// closure captures the hub.
  @Test(arguments: [(1, 2), (2, 1)])
  func aHandlersCaptureRanksBeforeATokensCapture(hub: Int, screen: Int) throws {
    var graph = try graph([
      "App.Hub -handlers[*]-> closure #1 in App.Screen.appear()",
      "closure #1 in App.Screen.appear() -capture self-> App.Screen",
      "App.Screen -token-> App.Token", "App.Token -cancel-> closure #1 in App.Hub.observe()",
      "closure #1 in App.Hub.observe() -capture self-> App.Hub",
    ])
    for index in graph.nodes.indices {
      graph.nodes[index].order = ["Hub": hub, "Screen": screen][graph.nodes[index].type]
    }
    #expect(graph.rankedBreaks().prefix(2) == [[1], [4]])
  }
}
