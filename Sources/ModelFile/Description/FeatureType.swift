/// What goes into or comes out of a model at one place (format message `FeatureType`).
public enum FeatureType: Sendable, Equatable {
  /// A whole number.
  case int64
  /// A double-precision number.
  case double
  /// A text.
  case string
  /// A picture.
  case image(ImageFeature)
  /// An array of numbers.
  case multiArray(ArrayFeature)
  /// Probabilities by label.
  case dictionary(DictionaryKey)
  /// A sequence of numbers or texts.
  case sequence
  /// The memory of a stateful model.
  case state
  /// The file does not say, or says something newer than this program.
  case unspecified

  /// What the labels of a dictionary are.
  public enum DictionaryKey: Sendable, Equatable {
    /// Whole numbers, texts, or not said.
    case int64, string, unspecified
  }

  /// The type without its sizes.
  public var kind: FeatureKind {
    switch self {
    case .int64: .int64
    case .double: .double
    case .string: .string
    case .image: .image
    case .multiArray: .multiArray
    case .dictionary: .dictionary
    case .sequence: .sequence
    case .state: .state
    case .unspecified: .unspecified
    }
  }
}

/// The kinds of `FeatureType`, without their sizes.
public enum FeatureKind: String, Sendable, Equatable, CaseIterable {
  /// As in `FeatureType`.
  case int64, double, string, image, multiArray, dictionary, sequence, state, unspecified
}

/// The size and colours of a picture (format message `ImageFeatureType`).
public struct ImageFeature: Sendable, Equatable {
  /// In which order the channels of a picture lie.
  public enum ColorSpace: Sendable, Equatable {
    /// One channel; blue, green, red in one of both orders; one channel in half precision.
    case grayscale, rgb, bgr, grayscaleFloat16
    /// A number the format does not know (0 when absent).
    case unknown(Int)
  }

  /// Which other sizes a model takes.
  public enum Flexibility: Sendable, Equatable {
    /// Only this one.
    case fixed
    /// One of a list.
    case enumerated([Size])
    /// Any within bounds.
    case range(width: SizeSpan, height: SizeSpan)
  }

  /// One picture size.
  public struct Size: Sendable, Equatable {
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
  /// The order of the channels in the network's tensor.
  public var colorSpace: ColorSpace
  /// Which other sizes are taken.
  public var flexibility: Flexibility

  /// Describes a picture.
  public init(width: Int, height: Int, colorSpace: ColorSpace, flexibility: Flexibility = .fixed) {
    self.width = width
    self.height = height
    self.colorSpace = colorSpace
    self.flexibility = flexibility
  }
}

/// The shape and number type of an array (format message `ArrayFeatureType`).
public struct ArrayFeature: Sendable, Equatable {
  /// The type of an array's numbers.
  public enum DataType: Sendable, Equatable {
    /// The types the format knows.
    case float32, double, int32, float16, int8
    /// A number the format does not know (0 when absent).
    case unknown(Int)
  }

  /// Which other shapes a model takes.
  public enum Flexibility: Sendable, Equatable {
    /// Only this one.
    case fixed
    /// One of a list.
    case enumerated([[Int]])
    /// Any within bounds, axis by axis.
    case range([SizeSpan])
  }

  /// The lengths of the axes, outermost first.
  public var shape: [Int]
  /// The type of the numbers.
  public var dataType: DataType
  /// Which other shapes are taken.
  public var flexibility: Flexibility
  /// What all its numbers are where an optional input is not given (format field `defaultOptionalValue`); nil where that is not said.
  public internal(set) var defaultValue: Double?

  /// Describes an array.
  public init(shape: [Int], dataType: DataType, flexibility: Flexibility = .fixed) {
    self.shape = shape
    self.dataType = dataType
    self.flexibility = flexibility
  }
}

/// The bounds of a length (format message `SizeRange`).
public struct SizeSpan: Sendable, Equatable {
  /// The smallest.
  public var lowerBound: Int
  /// The largest; nil for no bound.
  public var upperBound: Int?

  /// Makes bounds.
  public init(lowerBound: Int, upperBound: Int?) {
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }
}
