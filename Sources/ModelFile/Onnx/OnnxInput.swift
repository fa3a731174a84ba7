/// What an ONNX file does not say of itself: how photos enter, how large what it leaves open is, what its classes are called.
public struct OnnxInput: Sendable, Equatable {
  /// The factor of a pixel's values, 0 to 255; what is subtracted then, and what that is divided by: one number for all channels, or
  /// one for each.
  public struct Normalization: Sendable, Equatable {
    /// The factor.
    public var scale: Float
    /// What is subtracted.
    public var mean: [Float]
    /// What is divided by.
    public var deviation: [Float]

    /// Describes how pixels enter.
    public init(scale: Float, mean: [Float], deviation: [Float]) {
      (self.scale, self.mean, self.deviation) = (scale, mean, deviation)
    }

    /// As most networks trained on ImageNet take them; of pictures in grey 0 to 1.
    public static func usual(channels: Int) -> Self {
      channels == 3
        ? Self(scale: 1 / 255, mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225])
        : Self(scale: 1 / 255, mean: [0], deviation: [1])
    }
  }

  /// The factor of a pixel's values; nil for the usual one.
  public var scale: Float?
  /// What is subtracted from each channel; nil for the usual.
  public var mean: [Float]?
  /// What each channel is divided by; nil for the usual.
  public var deviation: [Float]?
  /// The shape of the input; nil for the file's, where it leaves a length open a usual one.
  public var shape: [Int]?
  /// What the classes are called; nil for as the file says, if it does.
  public var labels: [String]?
  /// Inputs that always hold the same numbers.
  public var fixed: [Fixed] = []

  /// An input that always holds the same numbers.
  public struct Fixed: Sendable, Equatable {
    /// What it is called, in the file or in the program made of it.
    public var name: String
    /// Its numbers, row-major; a single one fills it.
    public var numbers: [Float]

    /// Gives an input its numbers.
    public init(_ name: String, _ numbers: [Float]) { (self.name, self.numbers) = (name, numbers) }
  }

  /// Leaves all to the file and to what is usual.
  public init() {}

  /// The side of a picture whose size the file leaves open.
  public static let usualSide = 224

  func normalization(channels: Int) -> Normalization {
    let usual = Normalization.usual(channels: channels)
    return Normalization(scale: scale ?? usual.scale, mean: mean ?? usual.mean, deviation: deviation ?? usual.deviation)
  }
}

extension OnnxInput {
  /// What a program made of an ONNX file says it was made with; nil for other models.
  public init?(of file: ModelFile) {
    let entries = file.description.metadata.userDefined
    guard entries[Key.operatorSet] != nil else { return nil }
    self.init()
    func listed(_ text: String) -> [Float] { text.split { "[], ".contains($0) }.compactMap { Float($0) } }
    func numbers(_ key: String) -> [Float]? { entries[key].map(listed) }
    scale = numbers(Key.scale)?.first
    (mean, deviation) = (numbers(Key.mean), numbers(Key.deviation))
    if case .multiArray(let array)? = file.description.inputs.first?.type { shape = array.shape }
    if let sizes = numbers(Key.shape) { shape = sizes.map { Int($0) } }
    labels = ClassLabels(of: file)?.texts
    fixed = entries.filter { $0.key.hasPrefix(Key.fixed) }.sorted { $0.key < $1.key }.map { key, text in
      Fixed(String(key.dropFirst(Key.fixed.count)), listed(text))
    }
  }

  /// Under which keys the metadata have it.
  enum Key {
    static let operatorSet = "onnx.opset", producer = "onnx.producer", shape = "onnx.shape"
    static let scale = "onnx.scale", mean = "onnx.mean", deviation = "onnx.std"
    /// Followed by the input's name.
    static let fixed = "onnx.input."
  }
}
