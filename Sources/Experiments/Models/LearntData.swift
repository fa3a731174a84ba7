public import Pictures
import Training

/// What a model learnt from, as far as it takes to see later whether that has changed since.
public struct LearntData: Sendable, Equatable, Codable {
  /// The samples, as they were named: `hands.train`.
  public let name: String
  /// How many there were.
  public let count: Int
  /// The classes of their dataset.
  public var labels: [String]
  /// Tells them from other samples, by their classes' places among a network's; another name of a class, and another
  /// order of samples or classes, make no difference.
  public let digest: String
  /// Whether it was all of them.
  public var isWhole = true
  /// Which samples it ever learnt from; nil in what was kept before that was noted.
  public var samples: LearntSamples?

  /// The same, with the samples of before among those learnt from.
  public func including(_ earlier: LearntSamples?) -> LearntData {
    guard let earlier else { return self }
    var all = self
    all.samples?.add(earlier)
    return all
  }

  /// Takes note of samples, and of the outputs' classes; `scaling` is how the model brings photos to size, nil as their
  /// dataset says.
  public init(_ selection: Selection, classes: [String], isWhole: Bool = true, scaling: CropAndScale? = nil) {
    name = selection.text
    count = selection.count
    labels = selection.labels
    digest = Self.digest(of: selection, classes: classes, scaling: scaling)
    self.isWhole = isWhole
    samples = LearntSamples(selection)
  }

  /// What tells samples from others.
  public static func digest(of selection: Selection, classes: [String], scaling: CropAndScale? = nil) -> String {
    var fingerprint = Fingerprint()
    switch selection {
    case .photos(let selection):
      let lines = selection.photos.map { photo in
        let place = LabelSpelling.position(of: photo.label, in: classes) ?? -1
        return "\(place) \(photo.name) \(photo.stamp.size) \((scaling ?? photo.scaling).rawValue)"
      }
      for line in lines.sorted() { fingerprint.add(line) }
    case .table(let selection):
      // A table is changed by being read anew: what was read says enough, and numbers are many.
      let table = selection.dataset
      fingerprint.add("\(table.source) \(selection.count) \(table.sampleShape) \(table.scale)")
    }
    return fingerprint.short
  }
}
