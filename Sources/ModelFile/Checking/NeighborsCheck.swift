extension ModelFile {
  /// What is wrong with a classifier by nearest neighbours.
  var neighborsFindings: [Finding] {
    guard let record = neighbors else { return [] }
    var found: [Finding] = []
    switch record.index {
    case nil: found.append(Finding(.neighborsIndexMissing))
    case .kdTree(let leafSize)? where leafSize <= 0: found.append(Finding(.leafSize(leafSize)))
    default: break
    }
    if record.dimension <= 0 {
      found.append(Finding(.neighbors(.size(field: "numberOfDimensions", value: record.dimension))))
    }
    if !record.hasDistance { found.append(Finding(.neighbors(.noDistance))) }
    found += sampleFindings(record) + defaultLabelFindings(record)
    if record.weighting == nil { found.append(Finding(.neighbors(.noWeighting))) }
    guard let number = record.numberOfNeighbors else {
      return found + [Finding(.parameterMissing(parameter: "numberOfNeighbors"))]
    }
    return found + (number.breach.map { [Finding(.parameterDefault(parameter: "numberOfNeighbors", $0))] } ?? [])
  }

  private func sampleFindings(_ record: NeighborsRecord) -> [Finding] {
    let samples = content.message(1)?.messages(2) ?? []
    let lengths = samples.map { $0.floatCount(1) }
    var found = lengths.enumerated().filter { $0.element != record.dimension }.prefix(1).map { index, length in
      Finding(.neighbors(.sampleLength(index: index, expected: record.dimension, actual: length)))
    }
    let labels = classLabels?.count ?? 0
    if labels != samples.count {
      found.append(Finding(.neighbors(.labelCount(samples: samples.count, labels: labels))))
    }
    return found
  }

  private func defaultLabelFindings(_ record: NeighborsRecord) -> [Finding] {
    switch (classLabels, record.defaultLabel) {
    case (.strings, .integer), (.integers, .string): [Finding(.defaultLabelType)]
    case (_, nil) where record.sampleCount == 0: [Finding(.neighbors(.noDefaultLabel))]
    default: []
    }
  }
}
