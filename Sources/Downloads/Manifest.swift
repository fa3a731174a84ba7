internal import RunStore

/// Everything that can be downloaded: where from, how large, whose, and by which digest it is known.
public enum Manifest {
  /// The collections, in the order of a beginner's need.
  public static let collections = [photos, squeezeNet, mnist, mobileNet]

  /// The names of the collections.
  public static let names = collections.map(\.name)

  /// The collection of a name.
  public static func collection(_ name: String) -> DownloadCollection? { collections.first { $0.name == name } }

  /// The collection whose folder in the data folder a path leads into: `data/gestures/train`.
  public static func collection(holding path: String) -> DownloadCollection? {
    collections.first { path == $0.folder || path.hasPrefix("\($0.folder)/") || path == "\($0.folder)/" }
  }

  private static let github = "https://raw.githubusercontent.com"
  private static let apple = "https://ml-assets.apple.com/coreml/models/Image/ImageClassification"

  private static let photos: DownloadCollection = {
    let base = "\(github)/hollance/coreml-training/1112ed9372b7c77310977d00dbe57626acf8e601"
    return DownloadCollection(
      name: "gestures", summary: "45 photos of hands: rock, paper, scissors", folder: "data/gestures", isWhole: true,
      licence: "MIT, © 2019 Matthijs Hollemans",
      page: "https://github.com/hollance/coreml-training/tree/master/Dataset",
      example: "dataset hands path=\"data/gestures\" labels=[✊, ✋, ✌️]",
      standIn: "dataset hands sample=hands",
      files: files(gestures) { path in
        ["\(base)/\(Mirror.escaped(path == "LICENSE" ? path : "Dataset/\(path)"))"]
      })
  }()

  private static let squeezeNet = DownloadCollection(
    name: "squeezenet", summary: "SqueezeNet v1.1, half precision: photos to 1,000 classes", folder: "models",
    isWhole: false, licence: "as https://github.com/DeepScale/SqueezeNet says; converted by Apple",
    page: "https://developer.apple.com/machine-learning/models/",
    example: "network hand from=squeezenet classes=10",
    standIn: "network hand from=sketch classes=10",
    files: files("e3a693fe05dce7be8c56fcad09e27d37ecf5e3e0240db12e3aff8aa40b78373b 2500477 SqueezeNetFP16.mlmodel") {
      [
        "\(github)/tucan9389/ImageClassification-CoreML/d49a5c7b95bad1628242e8466fccadf5eea28663"
          + "/ImageClassification-CoreML/mlmodel/SqueezeNet/\($0)"
      ]
    })

  private static let mnist = DownloadCollection(
    name: "mnist", summary: "MNIST: 60,000 written digits to learn from, 10,000 to be tested by", folder: "data/mnist",
    isWhole: true, licence: "CC BY-SA 3.0, © Yann LeCun and Corinna Cortes",
    page: "https://github.com/cvdfoundation/mnist", example: "dataset digits idx=\"data/mnist\"",
    standIn: "dataset digits sample=digits",
    files: files(
      """
      440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609 9912422 train-images-idx3-ubyte.gz
      3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c 28881 train-labels-idx1-ubyte.gz
      8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6 1648877 t10k-images-idx3-ubyte.gz
      f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6 4542 t10k-labels-idx1-ubyte.gz
      """
    ) {
      [
        "https://ossci-datasets.s3.amazonaws.com/mnist/\($0)",
        "https://storage.googleapis.com/cvdf-datasets/mnist/\($0)",
      ]
    })

  private static let mobileNet = DownloadCollection(
    name: "mobilenet", summary: "MobileNetV2, half precision: photos to 1,000 classes", folder: "models",
    isWhole: false,
    licence: "Apache 2.0, by the TensorFlow authors; converted by Apple",
    page: "https://developer.apple.com/machine-learning/models/",
    example: "network hand from=mobilenet classes=10",
    standIn: "network hand from=sketch classes=10",
    files: files("c76832208ff4c936365f0f2609f7b77f7f1a6caf62b0b429056d5ad7e48635ad 12393551 MobileNetV2FP16.mlmodel") {
      ["\(apple)/MobileNetV2/\($0)"]
    })

  /// Reads lines of digest, size and path.
  static func files(_ lines: String, from sources: (String) -> [String]) -> [DownloadFile] {
    lines.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let digest = ContentHash(String(words[0])), let size = Int(words[1]) else {
        preconditionFailure("a line of the manifest is not a digest, a size and a path: \(line)")
      }
      let path = String(words[2])
      return DownloadFile(path: path, size: size, digest: digest, sources: sources(path))
    }
  }
}
