import HeapWalking

/// A search for the objects that the untyped memory of other objects may own.
///
/// In a structure of a C library, such as a linked list or a table of contexts, each of *n* objects
/// may reach the words that refer to all others. The search therefore limits how many words it
/// reads again in blocks that it has already read for another object. After ``maxRepeatedWords``
/// such words in total, it reads only a few of them for each object, the nearest ones first. If a
/// block refers to the first object that reaches it, the result contains references to this object
/// from all other objects that reach the block, so that a cycle of all these objects remains a
/// cycle.
struct PossibleReferenceSearch {
  /// The number of words that may be read repeatedly before there is a limit for each object.
  private static let maxRepeatedWords = 5_000
  /// The number of words that may be read repeatedly for each object after ``maxRepeatedWords``
  /// words were read repeatedly.
  private static let maxRepeatedWordsOfObject = 16

  /// For each row, the rows that it may own through untyped memory. A row is an object or a block.
  private let possible: [[Int]]
  /// The objects, which are the first rows. All others are blocks.
  private let objects: [HeapNode]
  /// The rows of the objects that a word may own.
  private let targets: Set<Int>
  /// For each block that was read, the first object that reaches it.
  private var firstObject: [Int: Int] = [:]
  /// The blocks with a word that refers to the first object that reaches them.
  private var blocksThatReferBack: Set<Int> = []
  private var repeatedWords = 0
  private var seen: Set<PossibleReference> = []
  /// The references that were found, in the order of the objects that were searched.
  private(set) var found: [PossibleReference] = []

  init(in possible: [[Int]], objects: [HeapNode], targets: Set<Int>) {
    self.possible = possible
    self.objects = objects
    self.targets = targets
  }

  /// Adds the references from the memory of an object, nearest first.
  ///
  /// - Complexity: O(*m*) for *m* words in blocks that no other object has reached.
  mutating func addReferences(ofObject object: Int) {
    var open = [object]
    var known: Set<Int> = []
    var wordsLeft = Self.maxRepeatedWordsOfObject
    var next = 0
    while next < open.count {
      let memory = open[next]
      next += 1
      let first = firstObject[memory, default: object]
      if memory >= objects.count { firstObject[memory] = first }
      if first != object, blocksThatReferBack.contains(memory) { add(object, first, memory) }
      for word in possible[memory] {
        if first != object {
          guard countRepeatedWord(&wordsLeft) else { break }
        } else if word == object {
          blocksThatReferBack.insert(memory)
        }
        if word < objects.count {
          add(object, word, memory)
        } else if known.insert(word).inserted {
          open.append(word)
        }
      }
    }
  }

  /// Counts a word that was already read for another object, and returns whether it may be read.
  ///
  /// - Parameter wordsLeft: The number of such words that may be read for the present object.
  private mutating func countRepeatedWord(_ wordsLeft: inout Int) -> Bool {
    repeatedWords += 1
    if repeatedWords > Self.maxRepeatedWords { wordsLeft -= 1 }
    return wordsLeft >= 0
  }

  private mutating func add(_ source: Int, _ target: Int, _ memory: Int) {
    guard targets.contains(target) else { return }
    let reference = PossibleReference(
      from: objects[source], to: objects[target], isInBlock: memory != source)
    if seen.insert(reference).inserted { found.append(reference) }
  }
}
