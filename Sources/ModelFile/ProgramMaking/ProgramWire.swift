import Tensors

/// Parts of a program in wire format.
enum ProgramWire {
  /// What an operation reads: a value by its name, several, or a value that stands in the operation.
  enum Argument {
    case name(String)
    case names([String])
    case value(WireMessage)
  }

  private static func made(_ edit: (inout WireMessage) -> Void) -> WireMessage {
    var wire = WireMessage()
    edit(&wire)
    return wire
  }

  static func entry(_ key: String, _ value: WireMessage) -> WireMessage {
    made {
      $0.set(1, key)
      $0.set(2, message: value)
    }
  }

  // MARK: Types

  /// The type of a tensor (format message `ValueType`).
  static func tensorType(_ element: ElementType, _ shape: [Int]) -> WireMessage {
    let tensor = made { tensor in
      tensor.set(1, element.rawValue)
      tensor.set(2, shape.count)
      tensor[repeated: 3].messages = shape.map { length in
        made { dimension in dimension.set(1, message: made { $0.set(1, length) }) }
      }
    }
    return made { $0.set(1, message: tensor) }
  }

  /// The type of a dictionary from labels to probabilities, which coremltools has in double precision whatever the scores are.
  static func dictionaryType(key: ElementType) -> WireMessage {
    let dictionary = made {
      $0.set(1, message: tensorType(key, []))
      $0.set(2, message: tensorType(.float64, []))
    }
    return made { $0.set(4, message: dictionary) }
  }

  // MARK: Values

  /// A tensor in the program itself: `field` says how its numbers are written.
  static func value(
    _ element: ElementType, _ shape: [Int], _ field: Int, _ fill: (inout WireMessage) -> Void
  ) -> WireMessage {
    let tensor = made { $0.set(field, message: made(fill)) }
    let immediate = made { $0.set(1, message: tensor) }
    return made {
      $0.set(2, message: tensorType(element, shape))
      $0.set(3, message: immediate)
    }
  }

  static func floats(_ numbers: [Float], _ shape: [Int]) -> WireMessage {
    value(.float32, shape, 1) { $0[repeated: 1].floats = numbers }
  }

  /// A constant's numbers; nil for those of a type that programs do not compute with.
  static func value(_ constant: ProgramConstant) -> WireMessage? {
    let shape = constant.shape
    return switch constant.element {
    case .float32: floats(constant.floats, shape)
    case .float16: value(.float16, shape, 7) { $0.set(1, data: constant.stored) }
    case .bool: value(.bool, shape, 3) { $0[repeated: 1].integers = constant.integers }
    case .int32: value(.int32, shape, 2) { $0[repeated: 1].integers = constant.wholeNumbers }
    default: nil
    }
  }

  static func integers(_ numbers: [Int]) -> WireMessage {
    value(.int32, [numbers.count], 2) { $0[repeated: 1].integers = numbers }
  }

  static func integer(_ number: Int) -> WireMessage { value(.int32, [], 2) { $0[repeated: 1].integers = [number] } }

  /// Lengths of axes, without sign.
  static func sizes(_ numbers: [Int]) -> WireMessage {
    let bytes = numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    return value(.uint32, [numbers.count], 7) { $0.set(1, data: bytes[...]) }
  }

  static func truth(_ truth: Bool) -> WireMessage { value(.bool, [], 3) { $0[repeated: 1].integers = [truth ? 1 : 0] } }
  static func text(_ text: String) -> WireMessage { value(.string, [], 4) { $0[repeated: 1].texts = [text] } }

  /// The labels of a classifier, a list of single values.
  static func list(_ labels: ClassLabels) -> WireMessage {
    let (element, members): (ElementType, [WireMessage]) =
      switch labels {
      case .strings(let texts): (.string, texts.map(text))
      case .integers(let numbers):
        (.int64, numbers.map { number in value(.int64, [], 5) { $0[repeated: 1].integers = [number] } })
      }
    let type = made {
      $0.set(1, message: tensorType(element, []))
      $0.set(2, message: made { length in length.set(1, message: made { $0.set(1, members.count) }) })
    }
    return made {
      $0.set(2, message: made { $0.set(2, message: type) })
      $0.set(3, message: made { $0.set(3, message: made { $0[repeated: 1].messages = members }) })
    }
  }

  /// A tensor in the file of weights.
  static func stored(_ element: ElementType, _ shape: [Int], file: String, offset: Int) -> WireMessage {
    made {
      $0.set(2, message: tensorType(element, shape))
      $0.set(
        5,
        message: made { blob in
          blob.set(1, file)
          blob.set(2, offset)
        })
    }
  }

  // MARK: Operations

  /// A value by its name, as an operation reads it.
  static func argument(_ name: String) -> WireMessage {
    made { $0[repeated: 1].messages = [made { $0.set(1, name) }] }
  }

  /// An operation that makes values of these names and types.
  static func operation(
    _ type: String, _ inputs: [(String, Argument)], _ outputs: [(name: String, type: WireMessage)],
    attributes: [(String, WireMessage)] = []
  ) -> WireMessage {
    made { operation in
      operation.set(1, type)
      operation[repeated: 2].messages = inputs.map { name, argument in
        let bindings: [WireMessage] =
          switch argument {
          case .name(let name): [made { $0.set(1, name) }]
          case .names(let names): names.map { name in made { $0.set(1, name) } }
          case .value(let value): [made { $0.set(2, message: value) }]
          }
        return entry(name, made { $0[repeated: 1].messages = bindings })
      }
      operation[repeated: 3].messages = outputs.map { entry($0.name, $0.type) }
      operation[repeated: 5].messages =
        [entry("name", text(outputs.first?.name ?? type))] + attributes.map { entry($0.0, $0.1) }
    }
  }

  /// A constant.
  static func constant(_ name: String, _ value: WireMessage) -> WireMessage {
    operation("const", [], [(name, value.message(2) ?? WireMessage())], attributes: [("val", value)])
  }
}
