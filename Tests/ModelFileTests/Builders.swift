import Networks
import Tensors

@testable import ModelFile

/// Small models made by hand, field by field, without the code that makes models.
enum Builders {
  /// A message from its fields.
  static func message(_ edit: (inout WireMessage) -> Void) -> WireMessage {
    var wire = WireMessage()
    edit(&wire)
    return wire
  }

  static func arrayFeature(_ name: String, _ shape: [Int], number: Int = 65568) -> WireMessage {
    message {
      $0.set(1, name)
      $0.set(
        3,
        message: message { type in
          type.set(
            5,
            message: message {
              $0[repeated: 1].integers = shape
              $0.set(2, number)
            })
        })
    }
  }

  static func imageFeature(_ name: String, width: Int, height: Int, colorSpace: Int) -> WireMessage {
    message {
      $0.set(1, name)
      $0.set(
        3,
        message: message { type in
          type.set(
            4,
            message: message {
              $0.set(1, width)
              $0.set(2, height)
              $0.set(3, colorSpace)
            })
        })
    }
  }

  static func layer(
    _ name: String, _ inputs: [String], _ outputs: [String], type: Int, _ content: WireMessage = WireMessage()
  ) -> WireMessage {
    message {
      $0.set(1, name)
      $0[repeated: 2].texts = inputs
      $0[repeated: 3].texts = outputs
      $0.set(type, message: content)
    }
  }

  /// A plain network.
  static func network(
    inputs: [WireMessage], outputs: [WireMessage] = [], layers: [WireMessage], preprocessing: [WireMessage] = [],
    exactShapes: Bool = false
  ) throws -> ModelFile {
    let model = message { model in
      model.set(1, 4)
      model.set(
        2,
        message: message {
          $0[repeated: 1].messages = inputs
          $0[repeated: 10].messages = outputs
        })
      model.set(
        500,
        message: message {
          $0[repeated: 1].messages = layers
          $0[repeated: 2].messages = preprocessing
          $0.set(5, exactShapes ? 1 : 0)
        })
    }
    return try ModelFile(bytes: Array(model.bytes))
  }

  /// The network of one layer that reads the array x, [3, 4, 5], and makes y.
  static func network(of layer: WireMessage) throws -> ModelFile {
    try network(inputs: [arrayFeature("x", [3, 4, 5])], layers: [layer])
  }
}
