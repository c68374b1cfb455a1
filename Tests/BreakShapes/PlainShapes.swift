// Each shape leaks and prints something. Editing one or two declarations fixes the leak.

final class Button {
  var taps = 0
  var onTap: (() -> Void)?
  func start() {
    onTap = { self.taps += 1 }
  }
}

func storedClosure() {
  let button = Button()
  button.start()
  button.onTap?()
  print(button.taps)
}

final class Form {
  var name = "form"
  lazy var title: () -> String = { self.name + "!" }
}

func lazyClosure() {
  let form = Form()
  let title = form.title()
  print(form.name, title)
}

final class Folder {
  var children: [Document] = []
}

final class Document {
  var parent: Folder?
  var number = 0
}

func parentOfMany() {
  let folder = Folder()
  for number in 0..<2 {
    let document = Document()
    document.number = number
    document.parent = folder
    folder.children.append(document)
  }
  print(folder.children.map(\.number))
}

protocol ScreenDelegate: AnyObject {
  func done()
}

final class Screen {
  var delegate: (any ScreenDelegate)?
  func finish() { delegate?.done() }
}

final class Flow: ScreenDelegate {
  let screen = Screen()
  var isDone = false
  func start() { screen.delegate = self }
  func done() { isDone = true }
}

func strongDelegate() {
  let flow = Flow()
  flow.start()
  flow.screen.finish()
  print(flow.isDone)
}

final class Bus {
  var handlers: [(Int) -> Void] = []
  func send(_ value: Int) { for handler in handlers { handler(value) } }
}

final class Station {
  let bus = Bus()
  var sum = 0
  var last = 0
  func start() {
    bus.handlers.append { self.sum += $0 }
    bus.handlers.append { self.last = $0 }
  }
}

func twoHandlers() {
  let station = Station()
  station.start()
  station.bus.send(3)
  station.bus.send(4)
  print(station.sum, station.last)
}

final class Feed {
  var handlers: [() -> Void] = []
  var count = 0
  func start() {
    handlers.append { self.count += 1 }
  }
}

func handlerList() {
  let feed = Feed()
  feed.start()
  for handler in feed.handlers { handler() }
  print(feed.count)
}

final class Link {
  var number: Int
  var next: Link?
  var previous: Link?
  init(_ number: Int) { self.number = number }
}

func doublyLinked() {
  let links = (0..<4).map { Link($0) }
  for index in 1..<4 {
    links[index - 1].next = links[index]
    links[index].previous = links[index - 1]
  }
  print(links.reduce(0) { $0 + ($1.next?.number ?? 0) })
}

final class Download {
  var completion: ((Int) -> Void)?
  var received = 0
  func start() {
    completion = { value in
      self.received += value
    }
  }
}

func completionHandler() {
  let download = Download()
  download.start()
  download.completion?(7)
  print(download.received)
}

final class Toolbar {
  var onTap: (() -> Void)?
}

final class Page {
  var toolbar: Toolbar?
  var taps = 0
}

func capturedParent() {
  let page = Page()
  let toolbar = Toolbar()
  toolbar.onTap = { page.taps += 1 }
  page.toolbar = toolbar
  toolbar.onTap?()
  print(page.taps)
}

final class Player {
  var onEnd: ((Int) -> Void)?
  var ended: [Int] = []
  func handle(_ track: Int) { ended.append(track) }
  func start() {
    onEnd = self.handle
  }
}

func methodAsHandler() {
  let player = Player()
  player.start()
  player.onEnd?(2)
  print(player.ended)
}

final class Room {
  var lamp: Lamp?
  var isLit = false
  func light() {
    lamp = Lamp(place: self)
    isLit = true
  }
}

final class Lamp {
  var place: Room?
  init(place: Room) { self.place = place }
}

func madeByItsOwner() {
  let room = Room()
  room.light()
  print(room.isLit)
}

enum Loading {
  case idle
  case waiting(() -> Void)
}

final class Loader {
  var state = Loading.idle
  var loads = 0
  func start() {
    state = .waiting { self.loads += 1 }
  }
}

func payload() {
  let loader = Loader()
  loader.start()
  if case .waiting(let load) = loader.state { load() }
  print(loader.loads)
}

struct Actions {
  var save: (() -> Void)?
  var close: (() -> Void)?
}

final class Editor {
  var actions = Actions()
  var saves = 0
  func start() {
    actions.save = { self.saves += 1 }
  }
}

func inAStruct() {
  let editor = Editor()
  editor.start()
  editor.actions.save?()
  print(editor.saves)
}

final class Router {
  var routes: [String: (Int) -> Void] = [:]
  var visited: [Int] = []
  func start() {
    routes["home"] = { self.visited.append($0) }
    routes["back"] = { self.visited.append(-$0) }
  }
}

func dictionaryOfHandlers() {
  let router = Router()
  router.start()
  router.routes["home"]?(1)
  router.routes["back"]?(2)
  print(router.visited)
}

final class Peer {
  var name: String
  var onCall: (() -> Void)?
  var calls = 0
  init(_ name: String) { self.name = name }
}

func mutualHandlers() {
  let left = Peer("left")
  let right = Peer("right")
  left.onCall = { right.calls += 1 }
  right.onCall = { left.calls += 1 }
  left.onCall?()
  right.onCall?()
  print(left.calls, right.calls)
}

final class Cell {
  var onSelect: (() -> Void)?
}

final class Grid {
  var cells: [Cell] = []
  var selected: [Int] = []
  func start() {
    for number in 0..<3 {
      let cell = Cell()
      cell.onSelect = { self.selected.append(number) }
      cells.append(cell)
    }
  }
}

func cellsOfAGrid() {
  let grid = Grid()
  grid.start()
  for cell in grid.cells { cell.onSelect?() }
  print(grid.selected)
}

final class Wrapper<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

final class Store {
  var reducer: Wrapper<(Int) -> Int>?
  var offset = 10
  func start() {
    reducer = Wrapper { $0 + self.offset }
  }
}

func genericWrapper() {
  let store = Store()
  store.start()
  print(store.reducer?.value(5) ?? 0)
}

final class Window {
  var view: View?
}

final class View {
  var subviews: [View] = []
  var superview: View?
  let owner: Window
  init(owner: Window) { self.owner = owner }
}

func treeWithOwner() {
  let window = Window()
  let root = View(owner: window)
  window.view = root
  for _ in 0..<2 {
    let view = View(owner: window)
    view.superview = root
    root.subviews.append(view)
  }
  print(root.subviews.count)
}

class Base {
  var parent: Base?
  var title = "base"
}

final class Derived: Base {
  var children: [Derived] = []
}

func inheritedProperty() {
  let derived = Derived()
  let child = Derived()
  child.parent = derived
  derived.children.append(child)
  print(derived.children[0].title)
}

final class Session {
  var retry: (() -> Void)?
  var attempts = 0
  func start() {
    let attempt = {
      self.attempts += 1
    }
    retry = attempt
  }
}

func localClosure() {
  let session = Session()
  session.start()
  session.retry?()
  print(session.attempts)
}

final class Outer {
  var run: (() -> Void)?
  var inner: (() -> Void)?
  var runs = 0
  func start() {
    run = { self.inner = { self.runs += 1 } }
  }
}

func nestedClosures() {
  let outer = Outer()
  outer.start()
  outer.run?()
  outer.inner?()
  print(outer.runs)
}

let plainShapes: [(name: String, run: () -> Void)] = [
  ("storedClosure", storedClosure), ("lazyClosure", lazyClosure),
  ("parentOfMany", parentOfMany), ("strongDelegate", strongDelegate),
  ("twoHandlers", twoHandlers), ("handlerList", handlerList), ("doublyLinked", doublyLinked),
  ("completionHandler", completionHandler), ("capturedParent", capturedParent),
  ("methodAsHandler", methodAsHandler), ("madeByItsOwner", madeByItsOwner),
  ("payload", payload), ("inAStruct", inAStruct),
  ("dictionaryOfHandlers", dictionaryOfHandlers), ("mutualHandlers", mutualHandlers),
  ("cellsOfAGrid", cellsOfAGrid), ("genericWrapper", genericWrapper),
  ("treeWithOwner", treeWithOwner), ("inheritedProperty", inheritedProperty),
  ("localClosure", localClosure), ("nestedClosures", nestedClosures),
]
