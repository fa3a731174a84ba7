public import Networks

extension Extractor {
  /// What the tensor of the samples' own numbers is called.
  static let numbersName = "numbers"

  /// Nothing yet: what it reads follows from the first samples it is shown.
  public static var open: Extractor {
    Extractor(NetworkDefinition(inputs: [], layers: [], outputs: []), source: "", layer: "")
  }

  /// Whether what it reads is not known yet.
  public var isOpen: Bool { definition.inputs.isEmpty }

  /// Whether it gives the samples' own numbers: those of a table, or pixels, and no model file is behind it.
  public var readsNumbers: Bool { source.isEmpty }

  /// Whether it gives the numbers of a table.
  public var isOfTable: Bool { readsNumbers && !isOpen && definition.inputs[0].image == nil }

  /// Gives the numbers of a table as they are.
  ///
  /// - Parameter shape: Of one sample.
  /// - Returns: An extractor without layers.
  public static func numbers(shape: [Int]) -> Extractor {
    Extractor(
      NetworkDefinition(inputs: [NetworkInput(name: numbersName, shape: shape)], layers: [], outputs: [numbersName]),
      source: "", layer: "")
  }

  /// Gives the pixels of photos, 0 to 255, channel by channel.
  ///
  /// - Parameters:
  ///   - width: The width photos are brought to, in pixels.
  ///   - height: The height they are brought to.
  ///   - colorSpace: Whether a pixel is one number or three.
  /// - Returns: An extractor that only lays the pixels in a row.
  public static func pixels(
    width: Int, height: Int, colorSpace: ImagePreprocessing.ColorSpace
  ) -> Extractor {
    let channels = colorSpace == .grayscale ? 1 : 3
    let image = NetworkInput(
      name: "image", shape: [channels, height, width], image: ImagePreprocessing(colorSpace: colorSpace))
    let row = LayerDefinition(
      name: "pixels", inputs: ["image"], outputs: [numbersName], kind: .flatten(.channelFirst))
    return Extractor(
      NetworkDefinition(inputs: [image], layers: [row], outputs: [numbersName]), source: "", layer: "")
  }

  /// What it gives, for people: "pool10 of squeezenet".
  public var phrase: String {
    guard readsNumbers else { return "\(layer) of \(source)\(definition.isQuantized ? " in 8 bits" : "")" }
    guard let input = definition.inputs.first else { return "the samples' own numbers" }
    guard let image = input.image, input.shape.count == 3 else {
      return "the samples' own numbers"
    }
    return "\(input.shape[2])×\(input.shape[1]) \(image.colorSpace == .grayscale ? "gray " : "")pixels"
  }
}
