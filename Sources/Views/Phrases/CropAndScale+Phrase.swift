public import Pictures

extension CropAndScale {
  /// How a model's description says it.
  public var fact: (String, String) { ("cropAndScale", "\(rawValue), whatever the photos' dataset says") }

  /// What becomes of photos: `stretched to 227×227`.
  public func phrase(to size: String) -> String {
    switch self {
    case .scaleFill: "stretched to \(size)"
    case .scaleFit: "fitted into \(size)"
    case .centerCrop: "cut to \(size)"
    }
  }
}
