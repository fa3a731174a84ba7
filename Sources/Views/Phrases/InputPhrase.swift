import Experiments
public import Networks
import Wording

extension NetworkInput {
  /// The input, for people: `image 227×227 BGR, y = 1·x + 104 (blue), …`, or `features [1000]`.
  public var phrase: String {
    guard let formula, let order = image?.colorSpace.name, shape.count == 3 else { return "\(name) \(shape)" }
    return "\(name) \(shape[2])×\(shape[1]) \(order), \(formula)"
  }

  /// What is done to the pixels of an image: `y = 1·x + 104 (blue), …`; nil for an array.
  var formula: String? {
    guard let image, shape.count == 3 else { return nil }
    let scale = Numbers.factor(image.channelScale)
    let terms = zip(image.colorSpace.colours, image.biases).map { colour, bias in
      "\(bias < 0 ? "−" : "+") \(Numbers.short(abs(bias))) (\(colour))"
    }
    return "y = \(scale)·x \(terms.joined(separator: ", "))" + (image.meanImage == nil ? "" : ", mean image subtracted")
  }
}

extension ImagePreprocessing.ColorSpace {
  /// What people call the order of its channels.
  fileprivate var name: String {
    switch self {
    case .grayscale: "grayscale"
    case .rgb: "RGB"
    case .bgr: "BGR"
    }
  }

  /// Its channels in order.
  fileprivate var colours: [String] {
    switch self {
    case .grayscale: ["gray"]
    case .rgb: ["red", "green", "blue"]
    case .bgr: ["blue", "green", "red"]
    }
  }
}

extension NetworkDefinition {
  /// What it reads, for people.
  var inputPhrase: String { inputs.map(\.phrase).joined(separator: ", ") }
}
