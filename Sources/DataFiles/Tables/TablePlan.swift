/// What becomes of each column of a table.
struct TablePlan {
  /// What becomes of a column.
  enum Role: Equatable {
    /// It is left out.
    case ignored
    /// Its number is the sample's at this place.
    case number(Int)
    /// Its text is the sample's at this place.
    case category(Int)
    /// Its day or time is the sample's at this place.
    case date(Int)
    /// It is what is predicted.
    case target
    /// It tells what belongs together.
    case group
    /// It tells the samples' order, and is left out of them.
    case order

    /// Whether its text is read.
    var isText: Bool {
      switch self {
      case .category, .date, .target, .group, .order: true
      case .ignored, .number: false
      }
    }
  }

  /// The columns' names.
  let names: [String]
  /// What becomes of each.
  let roles: [Role]
  /// The places of the fields whose texts are read.
  let textPlaces: [Int]
  /// The place of the field that tells what belongs together.
  let groupPlace: Int?
  /// The place of the field that tells the samples' order, and the form of its dates where it holds such.
  let order: (place: Int, form: DateForm?)?
  /// The samples' columns; the texts of those with texts are found while reading, unless they are known.
  let columns: [TableColumn]
  /// The places of the columns with what is predicted, in the order named.
  let targets: [Int]
  /// Whether somebody named them.
  let isTargetNamed: Bool

  /// Names that say that a column is what is predicted, in small letters.
  private static let targetNames: Set<String> = ["target", "label", "labels", "class", "y"]

  /// Plans it.
  ///
  /// - Throws: `TabularDataError.columns` for a table of one column, `noSuchColumn`, `columnTwice`, `noOrder`, `severalClasses`,
  ///   `onlyTarget`.
  init(_ sniffed: ColumnSniffer, request: TableRequest, path: String) throws(TabularDataError) {
    let (names, kinds) = (sniffed.names, sniffed.kinds)
    self.names = names
    guard names.count > 1 else { throw .columns(path: path, line: 1, expected: 2, actual: names.count) }
    func place(_ column: TableRequest.Column) throws(TabularDataError) -> Int {
      switch column {
      case .place(let place):
        guard names.indices.contains(place - 1) else {
          throw .noSuchColumn(path: path, wanted: "\(place)", columns: names)
        }
        return place - 1
      case .name(let name):
        if let place = names.firstIndex(of: name) { return place }
        let alike = names.indices.filter { names[$0].lowercased() == name.lowercased() }
        // A number is the place of a column where none is called so.
        if alike.isEmpty, let place = Int(name), names.indices.contains(place - 1) { return place - 1 }
        guard alike.count == 1 else { throw .noSuchColumn(path: path, wanted: name, columns: names) }
        return alike[0]
      }
    }
    let schema = request.schema?.targets.map { TableRequest.Column.name($0) } ?? []
    isTargetNamed = !request.targets.isEmpty
    var roles = [Role?](repeating: nil, count: names.count)
    var targets: [Int] = []
    for column in isTargetNamed ? request.targets : schema {
      let place = try place(column)
      guard roles[place] == nil else { throw .columnTwice(path: path, column: names[place]) }
      roles[place] = .target
      targets.append(place)
    }
    if targets.isEmpty {
      targets = [Self.target(sniffed)]
      roles[targets[0]] = .target
    }
    self.targets = targets
    guard targets.count == 1 || request.task != .classification else {
      throw .severalClasses(path: path, columns: targets.map { names[$0] })
    }
    if let group = request.group {
      let place = try place(group)
      guard roles[place] == nil else { throw .columnTwice(path: path, column: names[place]) }
      roles[place] = .group
    }
    for column in request.ignored {
      let place = try place(column)
      guard !targets.contains(place) else { throw .columnTwice(path: path, column: names[place]) }
      if roles[place] == nil { roles[place] = .ignored }
    }
    if case .column(let column)? = request.order {
      let place = try place(column)
      guard !targets.contains(place) else { throw .columnTwice(path: path, column: names[place]) }
      if roles[place] == .ignored { roles[place] = .order }
      switch kinds[place] {
      case .text: throw .noOrder(path: path, column: names[place])
      case .date(let form): order = (place, form)
      case .number: order = (place, nil)
      }
    } else {
      order = nil
    }
    var texts: Set<Int> = []
    for column in request.categories { texts.insert(try place(column)) }
    var columns: [TableColumn] = []
    if let schema = request.schema {
      columns = schema.columns
      for (slot, column) in schema.columns.enumerated() {
        let place = try place(.name(column.name))
        roles[place] = Self.role(column.kind, at: slot)
      }
    } else {
      for place in names.indices where roles[place] == nil {
        let kind: TableColumn.Kind =
          switch kinds[place] {
          case .text: .categories([])
          case _ where texts.contains(place): .categories([])
          case .date(let form): .date(form)
          case .number: .number
          }
        roles[place] = Self.role(kind, at: columns.count)
        columns.append(TableColumn(name: names[place], kind: kind))
      }
    }
    guard !columns.isEmpty else {
      throw .onlyTarget(path: path, column: targets.map { names[$0] }.joined(separator: ", "))
    }
    self.columns = columns
    let all = roles.map { $0 ?? .ignored }
    self.roles = all
    textPlaces = all.indices.filter { all[$0].isText }
    groupPlace = all.firstIndex(of: .group)
  }

  /// What the columns are called that are left out.
  var ignored: [String] {
    roles.indices.filter { roles[$0] == .ignored || roles[$0] == .order }.map { names[$0] }
  }

  private static func role(_ kind: TableColumn.Kind, at slot: Int) -> Role {
    switch kind {
    case .number: .number(slot)
    case .categories: .category(slot)
    case .date: .date(slot)
    }
  }

  /// How rows of numbers may be read before they are taken; nil where blanks stand between fields, or where these are very many.
  func plainForm(separator: UInt8, hasDecimalComma: Bool, missing: TableRequest.MissingValues) -> PlainRows.Form? {
    guard separator != UInt8(ascii: " "), roles.count <= PlainRows.Form.mostFields else { return nil }
    let fields = roles.map { role -> PlainRows.Field in
      if case .number(let slot) = role { return .number(slot) }
      return role.isText ? .text : .ignored
    }
    return PlainRows.Form(
      fields: fields, separator: separator, hasComma: hasDecimalComma,
      keepsMissing: missing == .mean || missing == .median)
  }

  /// The column with what is predicted where nobody said so: one whose name says it, else, of those without dates, the last where it
  /// alone at the ends holds texts, else the first.
  private static func target(_ sniffed: ColumnSniffer) -> Int {
    let named = sniffed.names.indices.filter { targetNames.contains(sniffed.names[$0].lowercased()) }
    if named.count == 1 { return named[0] }
    let places = sniffed.kinds.indices.filter { if case .date = sniffed.kinds[$0] { false } else { true } }
    guard let first = places.first, let last = places.last else { return 0 }
    return sniffed.kinds[last] == .text && sniffed.kinds[first] != .text ? last : first
  }
}
