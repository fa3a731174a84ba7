/// A classifier by nearest neighbours, checked.
struct NeighborsCheck {
  /// The model.
  let model: ModelFile

  /// What is wrong with a classifier by nearest neighbours.
  var findings: [Finding] {
    guard let record = model.neighbors else { return [] }
    var found: [Finding] = []
    switch record.index {
    case nil: found.append(Finding(.neighbors(.indexMissing)))
    case .kdTree(let leafSize)? where leafSize <= 0: found.append(Finding(.neighbors(.leafSize(leafSize))))
    default: break
    }
    if record.dimension <= 0 {
      found.append(Finding(.neighbors(.contradiction(.size(field: "numberOfDimensions", value: record.dimension)))))
    }
    if !record.hasDistance { found.append(Finding(.neighbors(.contradiction(.noDistance)))) }
    found += sampleFindings(record) + defaultLabelFindings(record)
    if record.weighting == nil { found.append(Finding(.neighbors(.contradiction(.noWeighting)))) }
    guard let number = record.numberOfNeighbors else {
      return found + [Finding(.update(.parameterMissing(parameter: "numberOfNeighbors")))]
    }
    return found
      + (number.breach.map { [Finding(.update(.parameterDefault(parameter: "numberOfNeighbors", $0)))] } ?? [])
  }

  private func sampleFindings(_ record: NeighborsRecord) -> [Finding] {
    let samples = model.content.message(1)?[repeated: 2].messages ?? []
    let lengths = samples.map { $0[repeated: 1].floatCount }
    var found = lengths.enumerated().filter { $0.element != record.dimension }.prefix(1).map { index, length in
      Finding(.neighbors(.contradiction(.sampleLength(index: index, expected: record.dimension, actual: length))))
    }
    let labels = ClassLabels(of: model)?.count ?? 0
    if labels != samples.count {
      found.append(Finding(.neighbors(.contradiction(.labelCount(samples: samples.count, labels: labels)))))
    }
    return found
  }

  private func defaultLabelFindings(_ record: NeighborsRecord) -> [Finding] {
    switch (ClassLabels(of: model), record.defaultLabel) {
    case (.strings, .integer), (.integers, .string): [Finding(.neighbors(.defaultLabelType))]
    case (_, nil) where record.sampleCount == 0: [Finding(.neighbors(.contradiction(.noDefaultLabel)))]
    default: []
    }
  }
}
