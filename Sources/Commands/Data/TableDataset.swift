import Networks
import Tensors
import Training

/// Samples of numbers in classes, as tables hold them: handwritten digits, measurements.
struct TableDataset: Sendable {
  /// What the user calls it.
  let name: String
  /// What it was read from, for people.
  let source: String
  /// The classes, in the order of a network's outputs.
  let labels: [String]
  /// What every number is multiplied by.
  let scale: Float
  /// `train`, and `test` where there is one.
  let splits: [TableSplit]
  /// The line that reads it again, where it was not the one that named it: drawings are kept line by line.
  var statement: String?

  /// The samples of a split.
  func split(_ name: String) -> TableSplit? { splits.first { $0.name == name } }

  /// The shape of one sample.
  var sampleShape: [Int] { splits.first?.data.sampleShape ?? [] }
}

/// One part of a table.
struct TableSplit: Sendable {
  /// `train` or `test`.
  let name: String
  /// The table the samples are in.
  let data: TabularData
  /// Which of its samples, in order.
  let places: [Int]

  /// How many samples each class has.
  func counts(_ labels: [String]) -> [Int] {
    var counts: [String: Int] = [:]
    for place in places { counts[data.labels[place], default: 0] += 1 }
    return labels.map { counts[$0, default: 0] }
  }
}

/// Samples of a table somebody named.
struct TableSelection {
  /// How they were named: `digits.train`.
  let text: String
  /// The dataset they are from.
  let dataset: TableDataset
  /// The samples: for each the table it is in, and its place there.
  let splits: [TableSplit]

  /// How many samples there are.
  var count: Int { splits.reduce(0) { $0 + $1.places.count } }

  /// The class of each sample.
  var truths: [String] { splits.flatMap { split in split.places.map { split.data.labels[$0] } } }

  /// Samples by their places in the selection, scaled: [places, shape…].
  func tensor(_ wanted: some Collection<Int>) -> Tensor {
    var values: [Float] = []
    for place in wanted {
      let (split, own) = locate(place)
      values += split.data.tensor([split.places[own]], scale: dataset.scale).values
    }
    return Tensor(shape: [wanted.count] + dataset.sampleShape, values: values)
  }

  /// Some of the samples, by their places in the selection.
  func part(_ places: Range<Int>) -> TableSelection {
    var start = 0
    let parts = splits.compactMap { split -> TableSplit? in
      let own = places.clamped(to: start..<start + split.places.count)
      defer { start += split.places.count }
      guard !own.isEmpty else { return nil }
      return TableSplit(
        name: split.name, data: split.data, places: Array(split.places[own.lowerBound - start..<own.upperBound - start])
      )
    }
    return TableSelection(text: text, dataset: dataset, splits: parts)
  }

  /// One of the samples, by its place in the selection.
  func single(_ place: Int) -> TableSplit {
    let (split, own) = locate(place)
    return TableSplit(name: split.name, data: split.data, places: [split.places[own]])
  }

  private func locate(_ place: Int) -> (split: TableSplit, place: Int) {
    var rest = place
    for split in splits {
      if rest < split.places.count { return (split, rest) }
      rest -= split.places.count
    }
    preconditionFailure("sample \(place) of \(count)")
  }
}

/// Samples of a table as a training takes them, each with the output of its class.
struct TableSamples: SampleSource {
  /// The name of the tensor they are fed to, and the shape of one sample there.
  let input: String, shape: [Int]
  /// The samples.
  let selection: TableSelection
  /// The output of each sample's class.
  let targets: [Int]

  var sampleCount: Int { targets.count }

  func samples(at places: [Int], epoch: Int) -> Samples {
    let tensor = Tensor(shape: [places.count] + shape, values: selection.tensor(places).values)
    return Samples(inputs: .tensors([input: tensor]), targets: .classes(places.map { targets[$0] }))
  }
}
