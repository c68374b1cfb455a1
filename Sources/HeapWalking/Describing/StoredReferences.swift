package import OwnershipGraph

/// The machine words that store the references of a description's graph. References between the
/// same nodes with the same label are in one group.
///
/// In a description by type, one group can have millions of words.
package struct StoredReferences: Sendable {
  /// The nodes and the label of references. Several references can have the same edge, for example
  /// two elements of an array that are the same object.
  package struct Edge: Hashable, Sendable {
    /// The referring object.
    package var from: GraphNode
    /// The referenced object.
    package var to: GraphNode
    package var label: String
  }

  /// A word that stores a reference. If the referring object is shown together with
  /// ``JoinedStorage``, the word may be in that storage.
  package struct Word: Hashable, Sendable {
    package var slot: ReferenceSlot
    /// The address of the object that the word refers to.
    package var target: UInt
  }

  /// The words that store the references with one edge, in the order in which they were added.
  package struct Group: Sendable {
    package let edge: Edge
    package fileprivate(set) var words: [Word]
  }

  /// The groups, in the order of their first words.
  package private(set) var groups: [Group] = []
  private var indexOf: [Edge: Int] = [:]
  /// The indices of the last two groups to which words were added, the most recent first. Two are
  /// useful because the objects of a doubly linked list refer alternately to the next and to the
  /// previous object.
  private var recent: (Int, Int)?

  /// All words, in the order of the groups.
  package var words: some Sequence<Word> { groups.lazy.flatMap(\.words) }

  /// Adds a word that stores a reference with the given edge.
  mutating func add(_ word: Word, storing edge: Edge) {
    groups[index(of: edge)].words.append(word)
  }

  private mutating func index(of edge: Edge) -> Int {
    if let (last, other) = recent {
      if groups[last].edge == edge { return last }
      if groups[other].edge == edge {
        recent = (other, last)
        return other
      }
    }
    let index = indexOf[edge] ?? groups.count
    if index == groups.count {
      indexOf[edge] = index
      groups.append(Group(edge: edge, words: []))
    }
    recent = (index, recent?.0 ?? index)
    return index
  }
}
