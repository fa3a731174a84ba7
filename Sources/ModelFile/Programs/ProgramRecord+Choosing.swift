extension ProgramRecord {
  /// The same program, with inputs of another shape where it takes several: the function that runs takes `shape` where nothing
  /// else is asked for.
  ///
  /// - Throws: `ModelFileError.program` with `fixedShapes` where it takes one shape alone, `shapeNotTaken` for one it does not take.
  public func choosing(shape: [Int]) throws(ModelFileError) -> ModelFile {
    let open = file.description.inputs.filter(\.isFlexible)
    guard !open.isEmpty else { throw .program(ProgramError(.fixedShapes)) }
    for input in open where !input.takes(shape) {
      throw .program(ProgramError(.shapeNotTaken(shape, input: input)))
    }
    var copy = file
    copy.wire.set(2, message: described { $0.isFlexible ? $0.shaped(shape) : $0 })
    return copy
  }

  /// Whether another program is this one, but for what is chosen when it is loaded: which function runs, which shapes are taken where
  /// nothing is asked for, how pixels enter, and what numbers inputs hold.
  public func isSame(as other: ProgramRecord) -> Bool {
    guard file.kind == .mlProgram, other.file.kind == .mlProgram, file.package == other.file.package else {
      return false
    }
    if file.content == other.file.content { return true }
    // What reads an input may read what is made of it there; all else is as it was.
    guard let function = try? function(named: other.defaultFunction),
      let own = block(of: other.defaultFunction), let theirs = other.block(of: other.defaultFunction)
    else { return false }
    let made = Dictionary(
      theirs[repeated: 3].messages.map { (OperationRecord($0).outputs.first?.name ?? "", $0) },
      uniquingKeysWith: { first, _ in first })
    let inputs = Set(function.inputs.map(\.name))
    return own[repeated: 3].messages.allSatisfy { operation in
      let record = OperationRecord(operation)
      guard let known = made[record.outputs.first?.name ?? ""] else { return false }
      return known == operation || OperationRecord(known).type == record.type && record.reads(anyOf: inputs)
    }
  }

  /// The description, with changed inputs of the function that runs where none is asked for; nil for one that goes.
  func described(_ change: (FeatureDescription) -> FeatureDescription?) -> WireMessage {
    var description = file.wire.message(2) ?? WireMessage()
    func changed(_ message: WireMessage, field: Int) -> WireMessage {
      var message = message
      message[repeated: field].messages = message[repeated: field].messages.compactMap { input in
        let before = FeatureDescription(input)
        guard let after = change(before) else { return nil }
        return after == before ? input : after.encoded(over: input)
      }
      return message
    }
    guard !description.values(20).isEmpty else { return changed(description, field: 1) }
    let name = defaultFunction
    description[repeated: 20].messages = description[repeated: 20].messages.map { function in
      function.text(1) == name ? changed(function, field: 2) : function
    }
    return description
  }

  /// The functions, with changed inputs and operations of the one that runs.
  func content(
    _ change: (_ inputs: [WireMessage], _ operations: [WireMessage]) -> (
      inputs: [WireMessage], operations: [WireMessage]
    )
  ) -> WireMessage {
    var content = file.content
    let name = defaultFunction
    content[repeated: 2].messages = content[repeated: 2].messages.map { entry in
      guard entry.text(1) == name, var function = entry.message(2) else { return entry }
      var entry = entry
      let (set, inputs) = (function.text(2), function[repeated: 1].messages)
      function[repeated: 1].messages = change(inputs, []).inputs
      function[repeated: 3].messages = function[repeated: 3].messages.map { specialization in
        guard specialization.text(1) == set, var block = specialization.message(2) else { return specialization }
        var specialization = specialization
        block[repeated: 3].messages = change(inputs, block[repeated: 3].messages).operations
        specialization.set(2, message: block)
        return specialization
      }
      entry.set(2, message: function)
      return entry
    }
    return content
  }
}

extension FeatureDescription {
  /// Whether it takes several shapes.
  public var isFlexible: Bool {
    switch type {
    case .image(let image): image.flexibility != .fixed
    case .multiArray(let array): array.flexibility != .fixed
    default: false
    }
  }

  /// Whether it takes this one; of an image [C, H, W], or [1, C, H, W], or [H, W].
  fileprivate func takes(_ shape: [Int]) -> Bool {
    func holds(_ span: SizeSpan, _ length: Int) -> Bool {
      length >= max(span.lowerBound, 1) && length <= span.upperBound ?? Int.max
    }
    switch type {
    case .image(let image):
      guard (2...4).contains(shape.count), shape.dropLast(2).allSatisfy({ $0 == 1 || $0 == 3 }) else { return false }
      let (height, width) = (shape[shape.count - 2], shape[shape.count - 1])
      switch image.flexibility {
      case .fixed: return (height, width) == (image.height, image.width)
      case .enumerated(let sizes):
        return (height, width) == (image.height, image.width)
          || sizes.contains(ImageFeature.Size(width: width, height: height))
      case .range(let widths, let heights): return holds(widths, width) && holds(heights, height)
      }
    case .multiArray(let array):
      switch array.flexibility {
      case .fixed: return shape == array.shape
      case .enumerated(let shapes): return shape == array.shape || shapes.contains(shape)
      case .range(let spans):
        return spans.count == shape.count && zip(spans, shape).allSatisfy { holds($0, $1) }
      }
    default: return false
    }
  }

  fileprivate func shaped(_ shape: [Int]) -> FeatureDescription {
    var copy = self
    switch type {
    case .image(var image):
      (image.height, image.width) = (shape[shape.count - 2], shape[shape.count - 1])
      copy.type = .image(image)
    case .multiArray(var array):
      array.shape = shape
      copy.type = .multiArray(array)
    default: break
    }
    return copy
  }
}

extension OperationRecord {
  /// Whether it reads one of some values.
  fileprivate func reads(anyOf names: Set<String>) -> Bool {
    inputs.contains { $0.bindings.contains { if case .name(let name) = $0 { names.contains(name) } else { false } } }
  }
}
