import Networks

/// What is done to the pixels of one image input before the network (format message `NeuralNetworkPreprocessing`).
public struct Preprocessing: Sendable, Equatable {
  /// What is done.
  public enum Step: Sendable, Equatable {
    /// y = channelScale · x + bias of the channel; the file names biases by colour.
    case scaler(channelScale: Float, blue: Float, green: Float, red: Float, gray: Float)
    /// y = x - mean, number by number, [C, H, W].
    case meanImage([Float])
    /// Nothing this program knows.
    case unspecified
  }

  /// The image input it is for; empty for the only one.
  public var featureName: String
  /// What is done.
  public var step: Step

  /// Describes a preprocessing.
  public init(featureName: String, step: Step) {
    self.featureName = featureName
    self.step = step
  }

  init(_ wire: WireMessage) {
    featureName = wire.text(1)
    switch wire.oneOf([10, 11]) {
    case (10, let scaler)?:
      step = .scaler(
        channelScale: scaler.float(10), blue: scaler.float(20), green: scaler.float(21), red: scaler.float(22),
        gray: scaler.float(30))
    case (_, let mean)?: step = .meanImage(mean[repeated: 1].floats)
    case nil: step = .unspecified
    }
  }

  func encoded() -> WireMessage {
    var wire = WireMessage()
    wire.set(1, featureName)
    var content = WireMessage()
    switch step {
    case .scaler(let channelScale, let blue, let green, let red, let gray):
      for (number, value) in [(10, channelScale), (20, blue), (21, green), (22, red), (30, gray)] {
        content.set(number, value)
      }
      wire.set(10, message: content)
    case .meanImage(let mean):
      content[repeated: 1].floats = mean
      wire.set(11, message: content)
    case .unspecified: break
    }
    return wire
  }

  /// Adds this step to what is already done to an image.
  func apply(to image: inout ImagePreprocessing) {
    switch step {
    case .scaler(let channelScale, let blue, let green, let red, let gray):
      image.channelScale = channelScale
      image.biases =
        switch image.colorSpace {
        case .grayscale: [gray]
        case .rgb: [red, green, blue]
        case .bgr: [blue, green, red]
        }
    case .meanImage(let mean): image.meanImage = mean
    case .unspecified: break
    }
  }
}
