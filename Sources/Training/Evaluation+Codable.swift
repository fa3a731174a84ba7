/// An evaluation as columns, so that thousands of rows with the same labels stay small: to be sent from machine to machine.
extension Evaluation: Codable {
  private enum Key: CodingKey {
    case classes, rule, labels, truths, predicted, orders, order, probabilities
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var places: [String: Int] = [:]
    var labels: [String] = []
    func place(_ label: String) -> Int {
      if let place = places[label] { return place }
      places[label] = labels.count
      labels.append(label)
      return labels.count - 1
    }
    var orders: [[Int]] = []
    var known: [[Int]: Int] = [:]
    var (truths, predicted, order): ([Int], [Int], [Int]) = ([], [], [])
    for row in rows {
      truths.append(place(row.truth))
      predicted.append(place(row.predicted))
      let own = row.probabilities.map { place($0.label) }
      if known[own] == nil {
        known[own] = orders.count
        orders.append(own)
      }
      order.append(known[own] ?? 0)
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(classes, forKey: .classes)
    try container.encode(rule, forKey: .rule)
    try container.encode(labels, forKey: .labels)
    try container.encode(truths, forKey: .truths)
    try container.encode(predicted, forKey: .predicted)
    try container.encode(orders, forKey: .orders)
    try container.encode(order, forKey: .order)
    try container.encode(rows.flatMap { $0.probabilities.map(\.probability) }, forKey: .probabilities)
  }

  /// Reads it, whoever wrote it.
  ///
  /// - Throws: `DecodingError` where places and counts do not fit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let labels = try container.decode([String].self, forKey: .labels)
    let truths = try container.decode([Int].self, forKey: .truths)
    let predicted = try container.decode([Int].self, forKey: .predicted)
    let orders = try container.decode([[Int]].self, forKey: .orders)
    let order = try container.decode([Int].self, forKey: .order)
    let probabilities = try container.decode([Double].self, forKey: .probabilities)
    let misfit = DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: container.codingPath, debugDescription: "rows that do not fit their labels"))
    guard predicted.count == truths.count, order.count == truths.count,
      (truths + predicted).allSatisfy(labels.indices.contains), order.allSatisfy(orders.indices.contains),
      orders.allSatisfy({ $0.allSatisfy(labels.indices.contains) }),
      order.reduce(0, { $0 + orders[$1].count }) == probabilities.count
    else { throw misfit }
    var next = 0
    var rows: [Row] = []
    for index in truths.indices {
      let own = orders[order[index]]
      rows.append(
        Row(
          index: index, truth: labels[truths[index]], predicted: labels[predicted[index]],
          probabilities: own.enumerated().map { place, label in
            LabelProbability(label: labels[label], probability: probabilities[next + place])
          }))
      next += own.count
    }
    self.init(
      rows: rows, classes: try container.decode(Int.self, forKey: .classes),
      rule: try container.decode(Rule.self, forKey: .rule))
  }
}

extension Evaluation.Rule: Codable {}
