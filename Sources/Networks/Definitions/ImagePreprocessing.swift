/// How the 8-bit pixels of an image become the numbers of a tensor: y = channelScale · x + bias of the channel.
///
/// The bias is *added* (format field `NeuralNetworkImageScaler`), whatever its sign.
public struct ImagePreprocessing: Sendable, Equatable, Codable {
  /// In which order the channels lie in the tensor.
  public enum ColorSpace: Sendable, Equatable, Codable { case grayscale, rgb, bgr }

  /// In which order the channels lie in the tensor.
  public var colorSpace: ColorSpace
  /// The factor of every channel.
  public var channelScale: Float
  /// What is added to each channel, in the tensor's channel order; one number for grayscale, three otherwise.
  public var biases: [Float]
  /// What is subtracted from each number, [C, H, W], where the model has a mean image.
  public var meanImage: [Float]?

  /// Describes an image's preprocessing.
  public init(
    colorSpace: ColorSpace, channelScale: Float = 1, biases: [Float]? = nil, meanImage: [Float]? = nil
  ) {
    self.colorSpace = colorSpace
    self.channelScale = channelScale
    self.biases = biases ?? [Float](repeating: 0, count: colorSpace == .grayscale ? 1 : 3)
    self.meanImage = meanImage
  }
  /// The least and the largest number that a pixel can become; nil where one is not a number.
  var range: ClosedRange<Float>? {
    let means = meanImage ?? [0]
    guard ([channelScale] + biases + means).allSatisfy(\.isFinite) else { return nil }
    let (dark, bright) = (min(0, 255 * channelScale), max(0, 255 * channelScale))
    let least = dark + (biases.min() ?? 0) - (means.max() ?? 0)
    let most = bright + (biases.max() ?? 0) - (means.min() ?? 0)
    return least.isFinite && most.isFinite ? least...most : nil
  }
}
