import Networks

extension ProgramRecord {
  /// The same program, whose one input, an array, is an image: the array holds (scale · pixel − mean) / deviation, pixels being 0 to
  /// 255. Written as coremltools writes an image input.
  ///
  /// - Parameters:
  ///   - scale: The factor of every channel.
  ///   - mean: What is subtracted from each channel, red first; one number for all of them.
  ///   - deviation: What divides each channel; one number for all of them.
  /// - Returns: The program's file.
  /// - Throws: `ModelFileError.program` with `notAnImage` for an input that cannot be one, `setting` for too few or too many numbers,
  ///   and for a deviation of 0.
  public func choosing(scale: Float, mean: [Float], deviation: [Float]) throws(ModelFileError) -> ModelFile {
    let function = try function()
    guard let input = function.inputs.first, case .tensor(let element, let lengths) = input.type else {
      throw .program(ProgramError(.input("")))
    }
    let shape = lengths.compactMap(\.self)
    let isArray = if case .multiArray? = function.description.inputs.first?.type { true } else { false }
    guard function.inputs.count == 1, isArray, shape.count == lengths.count, element == .float32 || element == .float16,
      shape.count == 3 || shape.count == 4 && shape[0] == 1, [1, 3].contains(shape[shape.count - 3])
    else { throw .program(ProgramError(.notAnImage(value: input.name, shape: shape))) }
    let image = [1] + shape.suffix(3)
    let channels = image[1]
    for (name, numbers) in [("mean", mean), ("std", deviation)] {
      guard [1, channels].contains(numbers.count), name == "mean" || !numbers.contains(0) else {
        throw .program(ProgramError(.setting(name, value: "\(numbers)")))
      }
    }
    func spread(_ numbers: [Float]) -> [Float] { (0..<channels).map { numbers[numbers.count == 1 ? 0 : $0] } }
    let factors = spread(deviation).map { scale / $0 }
    let biases = zip(spread(mean), spread(deviation)).map { -$0 / $1 }
    var names = FreshNames(besides: Set(function.operations.flatMap { $0.outputs.map(\.name) } + [input.name]))
    var (operations, value): ([WireMessage], String) = ([], input.name)
    func add(_ type: String, _ other: [(String, ProgramWire.Argument)], _ name: String, _ made: WireMessage) {
      let name = names.name(name)
      operations.append(ProgramWire.operation(type, [("x", .name(value))] + other, [(name, made)]))
      value = name
    }
    let pixels = ProgramWire.tensorType(.float32, image)
    let columns = [1, channels, 1, 1]
    add("mul", [("y", .value(ProgramWire.floats(factors, columns)))], "\(input.name)__scaled__", pixels)
    add("add", [("y", .value(ProgramWire.floats(biases, columns)))], "\(input.name)__biased__", pixels)
    if element == .float16 {
      add(
        "cast", [("dtype", .value(ProgramWire.text("fp16")))], "\(input.name)__half__",
        ProgramWire.tensorType(.float16, image))
    }
    if shape != image {
      add(
        "reshape", [("shape", .value(ProgramWire.integers(shape)))], "\(input.name)__array__",
        ProgramWire.tensorType(element, shape))
    }
    var copy = file
    let feature = ImageFeature(width: image[3], height: image[2], colorSpace: channels == 1 ? .grayscale : .rgb)
    copy.wire.set(
      2,
      message: described { own in
        var changed = own
        changed.type = .image(feature)
        return changed
      })
    copy.content = content { (taken, own) in
      let inputs = taken.map { named in
        var named = named
        named.set(2, message: pixels)
        return named
      }
      return (inputs, operations + own.map { $0.reading(value, for: input.name) })
    }
    return copy
  }
}

extension WireMessage {
  /// An operation that reads one value in place of another.
  fileprivate func reading(_ value: String, for input: String) -> WireMessage {
    guard
      self[repeated: 2].messages.contains(where: {
        $0.message(2)?[repeated: 1].messages.contains { $0.text(1) == input } == true
      })
    else { return self }
    var copy = self
    copy[repeated: 2].messages = self[repeated: 2].messages.map { entry in
      guard var argument = entry.message(2) else { return entry }
      var entry = entry
      argument[repeated: 1].messages = argument[repeated: 1].messages.map { binding in
        guard binding.text(1) == input else { return binding }
        var binding = binding
        binding.set(1, value)
        return binding
      }
      entry.set(2, message: argument)
      return entry
    }
    return copy
  }
}
