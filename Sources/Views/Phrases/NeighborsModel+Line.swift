import Experiments
import Networks
import Pictures
import Training
import Wording

extension NeighborsModel {
  /// The `knn` line that makes it again, with its settings where they are not the usual ones.
  ///
  /// - Parameter features: What it compares, as `features=` takes it; nil for the samples' own numbers.
  /// - Returns: The line.
  func line(features: String? = nil) -> String {
    var words = ["knn \(name)"]
    if let features { words.append("features=\(features)") }
    let usual = NearestNeighbors(dimension: 1, defaultLabel: Self.usualLabel)
    if memory.numberOfNeighbors != usual.numberOfNeighbors {
      words.append("numberOfNeighbors=\(memory.numberOfNeighbors)")
    }
    if memory.weighting != usual.weighting { words.append("weighting=\(memory.weighting.rawValue)") }
    if memory.metric != usual.metric { words.append("metric=\(memory.metric.rawValue)") }
    if memory.isStandardized { words.append("standardize=true") }
    if case .kdTree(let size) = memory.index { words.append("index=kdTree leafSize=\(size)") }
    let shape = (try? extractor.definition.shapes()[extractor.definition.outputs[0]]) ?? []
    if extractor.basis?.isPooled == false, shape.count == 3 { words.append("pooling=none") }
    if let scaling = extractor.scaling { words.append("cropAndScale=\(scaling.rawValue)") }
    if memory.defaultLabel != usual.defaultLabel { words.append("defaultLabel=\(Words.quoted(memory.defaultLabel))") }
    return words.joined(separator: " ")
  }
}
