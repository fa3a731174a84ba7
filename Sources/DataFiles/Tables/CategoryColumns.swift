/// The columns of texts of a table that is being read, and which of them have too many.
struct CategoryColumns {
  private let path: String
  private let plan: TablePlan
  /// One for each column, also for those without texts.
  private var collectors: [CategoryCollector]
  /// The columns that have too many texts, and how many samples there were when the first was found.
  private var crowded: (slots: Set<Int>, since: Int) = ([], 0)

  /// After how many more samples others with too many are no longer waited for: a table may be long.
  private static let mostWaited = 100_000

  /// Nothing has come yet.
  init(_ plan: TablePlan, request: TableRequest, path: String) {
    (self.path, self.plan) = (path, plan)
    let isNamed = { (column: TableColumn) in
      request.categories.contains { wanted in
        switch wanted {
        case .name(let name): name.lowercased() == column.name.lowercased()
        case .place(let place): plan.names.indices.contains(place - 1) && plan.names[place - 1] == column.name
        }
      }
    }
    collectors = plan.columns.map { column in
      guard case .categories(let known) = column.kind else { return CategoryCollector(limit: 0) }
      return CategoryCollector(
        limit: isNamed(column) ? CategoryCollector.mostNamedTexts : CategoryCollector.mostTexts, knowing: known,
        isClosed: request.schema != nil)
    }
  }

  /// The number of a text in a column; NaN where it is not known and none are added. Of too many it is told by `check`.
  mutating func number(of text: UnsafeBufferPointer<UInt8>, _ slot: Int, in count: Int) -> Double {
    switch collectors[slot].code(text) {
    case .code(let code): return Double(code)
    case .unknown: return .nan
    case .tooMany:
      // Other columns may have as many: they are told together.
      if crowded.slots.isEmpty { crowded.since = count }
      crowded.slots.insert(slot)
      return 0
    }
  }

  /// Throws where columns have too many texts, at the end or once the others were waited for: of those with the least limit all.
  ///
  /// - Parameter count: How many samples there are; nil at the end.
  /// - Throws: `TabularDataError.tooManyTexts`.
  func check(after count: Int? = nil) throws(TabularDataError) {
    guard !crowded.slots.isEmpty, count.map({ $0 - crowded.since > Self.mostWaited }) ?? true else { return }
    let limit = crowded.slots.map { collectors[$0].limit }.min() ?? 0
    let slots = crowded.slots.sorted().filter { collectors[$0].limit == limit }
    throw .tooManyTexts(
      path: path, columns: slots.map { plan.columns[$0].name }, ignored: plan.ignored, limit: limit)
  }

  /// The texts of a column in the order of their numbers.
  func texts(_ slot: Int) -> [String] { collectors[slot].names }
}
