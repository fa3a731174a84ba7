public import ModelFile

extension FeatureType {
  /// Its sizes and number type, and what else is taken.
  public var phrase: String {
    switch self {
    case .image(let image):
      "image \(image.width)×\(image.height) \("\(image.colorSpace)".uppercased())\(flexibility(image.flexibility))"
    case .multiArray(let array): "array \(array.shape) of \(array.dataType)\(flexibility(array.flexibility))"
    case .dictionary(let key): "dictionary from \(key) to double"
    default: kind.rawValue
    }
  }

  private func flexibility(_ sizes: ImageFeature.Flexibility) -> String {
    switch sizes {
    case .fixed: ""
    case .enumerated(let sizes): ", or one of \(sizes.map { "\($0.width)×\($0.height)" }.joined(separator: ", "))"
    case .range(let width, let height): ", width \(bounds(width)), height \(bounds(height))"
    }
  }

  private func flexibility(_ shapes: ArrayFeature.Flexibility) -> String {
    switch shapes {
    case .fixed: ""
    case .enumerated(let shapes): ", or one of \(shapes.map { "\($0)" }.joined(separator: ", "))"
    case .range(let spans): ", sizes \(spans.map(bounds).joined(separator: " × "))"
    }
  }

  private func bounds(_ span: SizeSpan) -> String {
    span.upperBound.map { "\(span.lowerBound)…\($0)" } ?? "\(span.lowerBound) and more"
  }

  /// A feature with its name.
  func phrase(of name: String) -> String { "\(name) (\(phrase))" }
}
