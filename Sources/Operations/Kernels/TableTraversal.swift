/// The way through a result whose entries along each axis a table finds in the operand: rows along the last axis of some order.
struct TableTraversal: Sendable {
  /// Entries of the last axis that follow each other in the operand too, or that are constant.
  struct Run: Sendable {
    let entry: Int
    let source: Int?
    var count: Int
  }

  let runs: [Run]
  /// How far the numbers of a row are apart in the operand and in the result.
  let rowSteps: (from: Int, to: Int)
  let rowLength: Int
  let rows: Int
  private let outer: [(table: [Int], from: Int, to: Int)]

  init(_ tables: [[Int]], _ operand: TensorView, _ result: TensorView, axes: [Int]) {
    let loops = axes.map { (table: tables[$0], from: operand.steps[$0], to: result.steps[$0]) }
    let last = loops.last ?? (table: [0], from: 1, to: 1)
    var runs: [Run] = []
    for (entry, source) in last.table.enumerated() {
      let own = source < 0 ? nil : source
      if let run = runs.last, own == run.source.map({ $0 + run.count }) {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(entry: entry, source: own, count: 1))
      }
    }
    self.runs = runs
    (rowSteps, rowLength) = ((last.from, last.to), last.table.count)
    outer = loops.dropLast()
    rows = outer.reduce(1) { $0 * $1.table.count }
  }

  /// Where a row begins, and where its entries of the other axes lie in the operand; nil where they are constant.
  func offsets(_ row: Int) -> (from: Int?, to: Int) {
    var (rest, from, to, isFilled) = (row, 0, 0, false)
    for loop in outer.reversed() {
      let entry = rest % loop.table.count
      rest /= loop.table.count
      isFilled = isFilled || loop.table[entry] < 0
      from += max(loop.table[entry], 0) * loop.from
      to += entry * loop.to
    }
    return (isFilled ? nil : from, to)
  }
}
