/// The layout of a small object graph in a picture. Objects are in layers.
///
/// An object is below all objects that refer to it, so references point downwards. The exceptions
/// are references that close a cycle. They point upwards, and the layout is computed as if they
/// were reversed. The objects in a layer are ordered by the mean positions of their neighbors. A
/// reference across several layers bends around the objects in between.
///
/// Source: Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
/// structures" (1981).
struct GraphLayout {
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// The dimensions of a node or of a label.
  struct Size: Hashable {
    var width: Double
    var height: Double
  }

  /// The vertical distance between two adjacent rows.
  private static let rowGap = 20.0
  private static let gap = 28.0
  private static let bendWidth = 18.0
  private static let margin = 16.0

  /// The center of each node.
  private(set) var nodes: [Point] = []
  /// The center of each reference's label. If the reference is a loop, that is, goes from a node to
  /// itself, its label is to the right of the node.
  private(set) var labels: [Point] = []
  /// For each reference, the points of its line, from the edge of the source to the edge of the
  /// target; for a loop, the center of its node, twice.
  private(set) var paths: [[Point]] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  private let nodeCount: Int
  private let sizes: [Size]
  private let labelSizes: [Size]
  /// The widths of all items. The items are the nodes, followed by the bends and labels of
  /// references. A reference has a bend or its label in each row that it crosses.
  private var widths: [Double]
  private var heights: [Double]
  /// The row of each item: nodes are in even rows, labels in odd rows.
  private var layerOf: [Int]
  private var layers: [[Int]] = []
  private var columns: [Double] = []
  private var chains: [[Int]] = []
  /// For each reference, the index of its label in ``widths``; for a loop, the index of its node.
  private var labelItems: [Int] = []
  /// For each item, the connected items in the row above, once for each connecting line.
  private var above: [[Int]] = []
  private var below: [[Int]] = []

  /// - Parameters:
  ///   - sizes: The size of each node.
  ///   - references: The source and target of each reference. Parallel references and loops are
  ///     allowed.
  ///   - labels: The size of each reference's label.
  ///   - order: The nodes to visit and place first, in order. The other nodes follow in the order
  ///     of their indices.
  /// - Complexity: O(*n*² · *e*) for *n* nodes and *e* references. The layout is intended for tens
  ///   of nodes.
  init(sizes: [Size], references: [(from: Int, to: Int)], labels: [Size], order: [Int]) {
    nodeCount = sizes.count
    self.sizes = sizes
    labelSizes = labels
    widths = sizes.map(\.width)
    heights = sizes.map(\.height)
    for (reference, label) in zip(references, labels) where reference.from == reference.to {
      let room = sizes[reference.from].width + 2 * (Self.loopWidth + label.width)
      widths[reference.from] = max(widths[reference.from], room)
    }
    let isReversed = Self.closingReferences(sizes.count, references, order)
    let downwards = references.indices.map { index in
      isReversed[index] ? (references[index].to, references[index].from) : references[index]
    }
    layerOf = Self.layers(sizes.count, downwards).map { 2 * $0 }
    for (index, (top, bottom)) in downwards.enumerated() {
      chains.append(chain(from: top, to: bottom, label: labels[index]))
    }
    connect()
    arrange(order)
    arrangeColumns()
    finish(references, isReversed)
  }

  /// The width of a loop beside its node, without its label.
  static let loopWidth = 34.0

  /// Returns, for each reference, whether it closes a cycle in a depth-first search that visits the
  /// nodes of `order` first.
  private static func closingReferences(
    _ count: Int, _ references: [(from: Int, to: Int)], _ order: [Int]
  ) -> [Bool] {
    var isClosing = [Bool](repeating: false, count: references.count)
    var referencesFrom = [[Int]](repeating: [], count: count)
    for (index, reference) in references.enumerated() {
      referencesFrom[reference.from].append(index)
    }
    var state = [Int](repeating: 0, count: count)
    for start in order + Array(0..<count) where state[start] == 0 {
      var stack = [(node: start, next: 0)]
      state[start] = 1
      while let top = stack.last {
        guard top.next < referencesFrom[top.node].count else {
          state[top.node] = 2
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let index = referencesFrom[top.node][top.next]
        let target = references[index].to
        if state[target] == 1 {
          isClosing[index] = true
        } else if state[target] == 0 {
          state[target] = 1
          stack.append((target, 0))
        }
      }
    }
    return isClosing
  }

  /// Returns the length of the longest path to each node, ignoring loops.
  private static func layers(_ count: Int, _ references: [(Int, Int)]) -> [Int] {
    var layer = [Int](repeating: 0, count: count)
    var open = [Int](repeating: 0, count: count)
    for (top, bottom) in references where top != bottom { open[bottom] += 1 }
    var ready = (0..<count).filter { open[$0] == 0 }
    while let node = ready.popLast() {
      for (top, bottom) in references where top == node && bottom != node {
        layer[bottom] = max(layer[bottom], layer[node] + 1)
        open[bottom] -= 1
        if open[bottom] == 0 { ready.append(bottom) }
      }
    }
    return layer
  }

  /// Creates the bends and the label of a reference, and returns its items from top to bottom. The
  /// label is in the row of labels that is nearest to the middle of the reference.
  private mutating func chain(from top: Int, to bottom: Int, label: Size) -> [Int] {
    guard top != bottom else {
      labelItems.append(top)
      return [top, bottom]
    }
    let middle = (layerOf[top] + layerOf[bottom]) / 2
    let labelRow = middle % 2 == 0 ? middle + 1 : middle
    var chain = [top]
    for layer in (layerOf[top] + 1)..<layerOf[bottom] {
      chain.append(widths.count)
      if layer == labelRow { labelItems.append(widths.count) }
      widths.append(layer == labelRow ? max(label.width, Self.bendWidth) : Self.bendWidth)
      heights.append(layer == labelRow ? label.height : 0)
      layerOf.append(layer)
    }
    return chain + [bottom]
  }

  /// Orders the items of each layer by the mean position of their neighbors. The function sweeps
  /// over all layers several times, and uses the neighbors above and below in turn.
  private mutating func arrange(_ order: [Int]) {
    let count = (layerOf.max() ?? -1) + 1
    layers = Array(repeating: [], count: count)
    let first = order + widths.indices.filter { !order.contains($0) }
    for node in first { layers[layerOf[node]].append(node) }
    for sweep in 0..<8 {
      var rank = [Double](repeating: 0, count: widths.count)
      for layer in layers {
        for (index, node) in layer.enumerated() { rank[node] = Double(index) }
      }
      let isDown = sweep % 2 == 0
      for layer in isDown ? Array(layers.indices) : layers.indices.reversed() {
        var means: [Int: Double] = [:]
        for node in layers[layer] {
          let near = isDown ? above[node] : below[node]
          means[node] =
            near.isEmpty ? rank[node] : near.reduce(0) { $0 + rank[$1] } / Double(near.count)
        }
        layers[layer].sort {
          (means[$0] ?? 0, rank[$0], $0) < (means[$1] ?? 0, rank[$1], $1)
        }
        for (index, node) in layers[layer].enumerated() { rank[node] = Double(index) }
      }
    }
  }

  private mutating func connect() {
    above = Array(repeating: [], count: widths.count)
    below = above
    for chain in chains {
      for (top, bottom) in zip(chain, chain.dropFirst()) where top != bottom {
        above[bottom].append(top)
        below[top].append(bottom)
      }
    }
  }

  /// Computes the horizontal position of each item, as near to the mean of its neighbors as the
  /// adjacent items allow.
  private mutating func arrangeColumns() {
    columns = Array(repeating: 0, count: widths.count)
    for layer in layers { spread(layer) }
    for sweep in 0..<12 {
      let isDown = sweep % 2 == 0
      for layer in isDown ? Array(layers.indices) : layers.indices.reversed() {
        for node in layers[layer] {
          let near = isDown ? above[node] : below[node]
          if !near.isEmpty {
            columns[node] = near.reduce(0) { $0 + columns[$1] } / Double(near.count)
          }
        }
        spread(layers[layer])
      }
    }
  }

  /// Moves the items of a layer apart, without changing their mean position.
  private mutating func spread(_ layer: [Int]) {
    guard !layer.isEmpty else { return }
    let wanted = layer.reduce(0) { $0 + columns[$1] }
    for (left, right) in zip(layer, layer.dropFirst()) {
      let minimum = columns[left] + (widths[left] + widths[right]) / 2 + Self.gap
      columns[right] = max(columns[right], minimum)
    }
    let shift = (wanted - layer.reduce(0) { $0 + columns[$1] }) / Double(layer.count)
    for node in layer { columns[node] += shift }
  }

  /// Computes the size of the picture, the positions of nodes and labels, and the path of each
  /// reference from its source to its target.
  private mutating func finish(_ references: [(from: Int, to: Int)], _ isReversed: [Bool]) {
    let left = widths.indices.map { columns[$0] - widths[$0] / 2 }.min() ?? 0
    let right = widths.indices.map { columns[$0] + widths[$0] / 2 }.max() ?? 0
    let middles = rowMiddles()
    func point(_ item: Int) -> Point {
      Point(x: columns[item] - left + Self.margin, y: middles[layerOf[item]])
    }
    width = right - left + 2 * Self.margin
    height =
      nodes(inRow: layers.count - 1).reduce(0) { max($0, heights[$1]) } / 2
      + (middles.last ?? 0) + Self.margin
    paths = chains.map { $0.map(point) }
    nodes = (0..<nodeCount).map(point)
    labels = references.indices.map { index in
      let reference = references[index]
      guard reference.from == reference.to else { return point(labelItems[index]) }
      let node = nodes[reference.from]
      let side = sizes[reference.from].width / 2 + Self.loopWidth + labelSizes[index].width / 2
      return Point(x: node.x + side, y: node.y + loopOffset(of: index, among: references))
    }
    for node in nodes.indices {
      spreadPorts(of: node, among: references.indices.filter { chains[$0][0] == node }, isTop: true)
      let arriving = references.indices.filter { chains[$0][chains[$0].count - 1] == node }
      spreadPorts(of: node, among: arriving, isTop: false)
    }
    for index in paths.indices where isReversed[index] { paths[index].reverse() }
  }

  /// Returns the vertical distance of a loop's label from the middle of its node. The labels of
  /// several loops are stacked.
  private func loopOffset(of loop: Int, among references: [(from: Int, to: Int)]) -> Double {
    let node = references[loop].from
    let loops = references.indices.filter { references[$0] == (node, node) }
    let before = loops.prefix { $0 != loop }.reduce(0) { $0 + labelSizes[$1].height }
    let all = loops.reduce(0) { $0 + labelSizes[$1].height }
    return before + labelSizes[loop].height / 2 - all / 2
  }

  private func nodes(inRow row: Int) -> [Int] { layers.indices.contains(row) ? layers[row] : [] }

  /// Returns the vertical middle of each row, measured from the top.
  private func rowMiddles() -> [Double] {
    var middles: [Double] = []
    var bottom = Self.margin
    for (row, layer) in layers.enumerated() {
      let height = layer.reduce(0) { max($0, heights[$1]) }
      if row > 0 { bottom += Self.rowGap }
      middles.append(bottom + height / 2)
      bottom += height
    }
    return middles
  }

  /// Separates the ends of the paths that meet at a node. The ends have the same horizontal order
  /// as the items that come next on the paths.
  private mutating func spreadPorts(of node: Int, among references: [Int], isTop: Bool) {
    let chosen = references.filter { chains[$0][0] != chains[$0][chains[$0].count - 1] }
    let sorted = chosen.sorted { left, right in
      let (one, other) = (neighbor(on: left, isTop: isTop), neighbor(on: right, isTop: isTop))
      return (one, left) < (other, right)
    }
    let step = min(34, (sizes[node].width - 12) / Double(max(1, sorted.count)))
    for (rank, reference) in sorted.enumerated() {
      let end = isTop ? 0 : paths[reference].count - 1
      paths[reference][end].x += (Double(rank) - Double(sorted.count - 1) / 2) * step
      paths[reference][end].y += (isTop ? 1 : -1) * sizes[node].height / 2
    }
  }

  /// Returns the column of the item next to the top end of a path, or next to its bottom end.
  private func neighbor(on reference: Int, isTop: Bool) -> Double {
    let chain = chains[reference]
    return columns[isTop ? chain[1] : chain[chain.count - 2]]
  }
}
