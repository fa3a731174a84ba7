extension FeatureDescription {
  /// What Core ML's open validator refuses of one input or output by itself, in a file of this version; nil when there is
  /// nothing.
  func breach(isInput: Bool, version: Int) -> Rule? {
    if name.isEmpty { return .feature(.nameMissing) }
    switch type {
    case .unspecified: return .feature(.typeMissing(feature: name))
    case .multiArray(let array): return breach(array, isInput: isInput, version: version)
    case .image(let image): return breach(image, version: version)
    case .dictionary(.unspecified): return .feature(.dictionaryKeyMissing(feature: name))
    default: return nil
    }
  }

  private func breach(_ array: ArrayFeature, isInput: Bool, version: Int) -> Rule? {
    let isFlexible = version >= FeatureDescription.flexibleVersion && array.flexibility != .fixed
    if isFlexible, !array.allowsItsShape { return .feature(.sizeNotAllowed(feature: name)) }
    if isInput, array.shape.isEmpty, !isFlexible { return .feature(.arrayShape(feature: name, shape: [])) }
    if array.shape.contains(where: { $0 < 0 }) { return .feature(.arrayShape(feature: name, shape: array.shape)) }
    switch array.dataType {
    case .unknown(let number): return .feature(.arrayTypeUnknown(feature: name, number: number))
    case .float16 where version < 7: return .feature(.tooNew(feature: name, version: version, least: 7))
    case .int8 where version < 10: return .feature(.tooNew(feature: name, version: version, least: 10))
    default: return nil
    }
  }

  private func breach(_ image: ImageFeature, version: Int) -> Rule? {
    let isFlexible = version >= FeatureDescription.flexibleVersion
    if isFlexible, !image.allowsItsSize { return .feature(.sizeNotAllowed(feature: name)) }
    let size = isFlexible ? image.leastSize : ImageFeature.Size(width: image.width, height: image.height)
    guard size.width > 0, size.height > 0 else {
      return .feature(.imageSize(feature: name, width: size.width, height: size.height))
    }
    switch image.colorSpace {
    case .unknown(let number): return .feature(.colorSpaceUnknown(feature: name, number: number))
    case .grayscaleFloat16 where version < 7: return .feature(.tooNew(feature: name, version: version, least: 7))
    default: return nil
    }
  }

  /// The version of the format that made shapes and sizes flexible.
  private static let flexibleVersion = 3
}

extension ArrayFeature {
  /// Whether the shape, where there is one, is among those allowed, and any is.
  fileprivate var allowsItsShape: Bool {
    switch flexibility {
    case .fixed: true
    case .enumerated(let shapes):
      !shapes.isEmpty && !shapes.contains(where: \.isEmpty) && (shape.isEmpty || shapes.contains(shape))
    case .range(let spans):
      spans.allSatisfy(\.isPossible)
        && (shape.isEmpty || shape.count == spans.count && zip(shape, spans).allSatisfy { $1.holds($0) })
    }
  }
}

extension ImageFeature {
  private var isSized: Bool { width > 0 && height > 0 }

  /// Whether the size, where there is one, is among those allowed, and any is.
  fileprivate var allowsItsSize: Bool {
    switch flexibility {
    case .fixed: true
    case .enumerated(let sizes):
      !sizes.isEmpty && (!isSized || sizes.contains(Size(width: width, height: height)))
    case .range(let wide, let high):
      wide.isPossible && high.isPossible && (!isSized || wide.holds(width) && high.holds(height))
    }
  }

  /// The size that a model without one of its own has.
  fileprivate var leastSize: Size {
    let own = Size(width: width, height: height)
    switch flexibility {
    case .enumerated(let sizes): return isSized ? own : sizes.first ?? own
    case .range(let wide, let high):
      return isSized ? own : Size(width: wide.lowerBound, height: high.lowerBound)
    case .fixed: return own
    }
  }
}

extension SizeSpan {
  /// Whether any length lies within; an upper bound of 0 bounds nothing here.
  fileprivate var isPossible: Bool { (upperBound ?? 0) <= 0 || lowerBound <= upperBound ?? 0 }

  fileprivate func holds(_ length: Int) -> Bool { length >= lowerBound && length <= upperBound ?? .max }
}
