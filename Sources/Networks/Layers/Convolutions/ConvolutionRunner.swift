import Arithmetic
import Tensors

/// Runs a convolution or deconvolution, with a rectifier fused into it where one follows, or for predictions a sum with a second input.
final class ConvolutionRunner: ChunkwiseRunner, PackingRunner, BatchGradientRunner {
  let place: LayerPlace
  private let parameters: ConvolutionParameters
  /// The rectifier or the function of single numbers that was fused into it.
  private let fused: (rectifies: Bool, function: FusedFunction?)
  private let forwards: Correlation
  private let backwards: Correlation
  private let weightGradient: WeightGradient
  /// What each chunk of samples gives the weights, where they learn, and the biases.
  private var sums: (weights: UnsafeMutablePointer<Float>?, biases: ChunkSums) = (nil, ChunkSums())
  private var weights: PassWeights

  init(_ context: RunnerContext, _ parameters: ConvolutionParameters) throws(NetworkError) {
    place = context.place
    self.parameters = parameters
    fused = (context.rectifies, context.function)
    let definition = parameters.definition
    let isDeconvolution = definition.isDeconvolution
    let geometry = try definition.geometry(of: context.input, layer: place.name)
    let gradientStep = context.outputGradients[0]?.pixelStep ?? context.output.channels
    // One of the two directions goes with the windows, the other against them.
    let with = Correlation.along(
      geometry, input: isDeconvolution ? context.output : context.input,
      output: isDeconvolution ? context.input : context.output, groups: definition.groups,
      pixelStep: isDeconvolution ? gradientStep : context.inputs[0].pixelStep)
    let against = Correlation.against(
      geometry, input: isDeconvolution ? context.input : context.output,
      output: isDeconvolution ? context.output : context.input, groups: definition.groups,
      pixelStep: isDeconvolution ? context.inputs[0].pixelStep : gradientStep)
    forwards = isDeconvolution ? against : with
    backwards = isDeconvolution ? with : against
    weights = PassWeights(parameters, forward: .init(isBackwards: isDeconvolution, form: forwards.form))
    weightGradient = WeightGradient(
      large: isDeconvolution ? context.output : context.input,
      small: isDeconvolution ? context.input : context.output, rows: geometry.rows, columns: geometry.columns,
      groups: definition.groups, pixelStep: isDeconvolution ? gradientStep : context.inputs[0].pixelStep)
  }

  var memory: LayerMemory {
    let scratch = max(forwards.scratchCount, backwards.scratchCount)
    guard parameters.isTrainable else { return LayerMemory(scratch: scratch) }
    return LayerMemory(
      scratch: max(scratch, weightGradient.scratchCount), savedFloats: weightGradient.savedFloatsPerSample)
  }

  private func backwardPacking(_ pass: Pass) -> ConvolutionParameters.WeightOrder? {
    guard case .training(let samples) = pass, place.needsInputGradient else { return nil }
    if goesBackwardSamplewise(samples), let tiles = together?.winograd {
      return .init(isBackwards: false, form: .winogradParts(tiles))
    }
    return .init(isBackwards: !parameters.definition.isDeconvolution, form: backwards.form)
  }

  func isStale(for pass: Pass) -> Bool { weights.isStale(backward: backwardPacking(pass)) }
  func prepare(for pass: Pass) { weights.prepare(backward: backwardPacking(pass)) }

  func forward(_ space: Workspace) {
    forwards.run(
      space, from: input(0, space), to: output(0, space), packed: weights.forward, bias: parameters.biases,
      ending: fused.rectifies ? .rectify : .store, adding: place.inputs.count > 1 ? input(1, space) : nil,
      then: fused.function)
  }

  func backward(_ space: Workspace) {
    if goesBackwardSamplewise(space.batch) { return backwardInChunks(space) }
    inputGradients(space)
    if parameters.isTrainable { parameterGradients(space, nil) }
  }

  func inputGradients(_ space: Workspace) {
    let gradient = outputGradient(0, space)
    if fused.rectifies { Rectifier.maskGradient(space, gradient, output: output(0, space)) }
    if let below = inputGradient(0, space), let weights = weights.backward {
      backwards.run(space, from: gradient, to: below, packed: weights, bias: nil, ending: endingBackwards)
    }
  }

  func parameterGradients(_ space: Workspace, _ shared: SharedBatch?) {
    let (source, gradient) = (input(0, space), outputGradient(0, space))
    let rows = weightGradient.rowCount.flatMap { shared?.rows(of: parameters.weights, $0) }
    weightGradient.run(
      space, large: parameters.definition.isDeconvolution ? gradient : source,
      small: parameters.definition.isDeconvolution ? source : gradient,
      padded: space.savedFloats[place.index], rows: shared.flatMap { rows?[$0.exchange.rank] },
      into: parameters.weights.gradient.pointer)
    if let shared, let rows { shared.gather(parameters.weights, rows, hasMoved: false) }
    if let bias = parameters.bias { WeightGradient.sumPlaces(space, gradient, into: bias.gradient.pointer) }
  }

  func goesBackwardSamplewise(_ samples: Int) -> Bool {
    Chunk.isWorthwhile(samples) && (!parameters.isTrainable || weightGradient.isSamplewise)
  }

  func sharing(_ samples: Int) -> BatchDistribution {
    if !parameters.isTrainable { return .samples }
    return goesBackwardSamplewise(samples) ? .chunks(Chunks(samples: samples)) : .gradients
  }

  /// How all gradients of a sample are made of one transformed gradient of the outputs, where they are.
  private var together: WinogradGradient? {
    parameters.isTrainable && !parameters.definition.isDeconvolution ? weightGradient.winograd : nil
  }

  private var endingBackwards: Windows.Ending { place.writesInputGradientFirst ? .store : .accumulate }

  // MARK: Sample by sample, all that is to do with one while its gradient is near. Memory is the limit where maps are large.

  var backwardWork: Int { forwards.work }

  func beginChunks(_ count: Int) {
    sums.weights = parameters.isTrainable ? weightGradient.chunkSums(count) : nil
    sums.biases.begin(count, of: parameters.definition.outputChannels)
  }

  func backward(_ space: Workspace, _ sample: Int, chunk: Chunk, scratch: UnsafeMutablePointer<Float>) {
    let (gradient, made, source) = (outputGradient(0, space), output(0, space), input(0, space))
    let (large, small) = parameters.definition.isDeconvolution ? (gradient, source) : (source, gradient)
    let (below, biases) = (inputGradient(0, space), sums.biases.sums(chunk))
    if together != nil, let chunkSums = sums.weights {
      var companions = WinogradGradient.Companions(made: fused.rectifies ? made : nil, biasSums: biases)
      if let below, let weights = weights.backward {
        companions.below = .init(map: below, accumulates: endingBackwards == .accumulate, weights: weights)
      }
      return weightGradient.add(
        sample: sample, chunk: chunk, large: large, small: small, companions: companions, scratch: scratch,
        to: chunkSums)
    }
    if fused.rectifies || parameters.isTrainable {
      Elementwise.rectifyAndSum(
        gradient.sample(sample), pixelStep: gradient.pixelStep,
        output: fused.rectifies ? UnsafePointer(made.sample(sample)) : nil, outputStep: made.pixelStep,
        pixels: gradient.shape.pixels, channels: gradient.shape.channels, to: biases)
    }
    if let chunkSums = sums.weights {
      weightGradient.add(
        sample: sample, chunk: chunk, large: large, small: small, scratch: scratch, to: chunkSums)
    }
    if let below, let weights = weights.backward {
      backwards.run(
        sample: sample, from: gradient, to: below, packed: weights, bias: nil, ending: endingBackwards,
        scratch: scratch)
    }
  }

  func endChunks(_ space: Workspace, _ count: Int) {
    guard let chunkSums = sums.weights else { return }
    weightGradient.store(space, chunkSums, chunks: count, into: parameters.weights.gradient.pointer)
    if let bias = parameters.bias { sums.biases.add(count, into: bias.gradient.pointer, space) }
  }
}

extension Correlation {
  /// From the map the windows lie on to the map with one number per window: a convolution.
  fileprivate static func along(
    _ geometry: WindowGeometry, input: MapShape, output: MapShape, groups: Int, pixelStep: Int
  ) -> Correlation {
    Correlation(
      input: input, output: output, rows: geometry.rows, columns: geometry.columns, groups: groups,
      pixelStep: pixelStep)
  }

  /// The other way: the gradient of `along`, a sum with the kernel turned round over the map stretched by the stride.
  fileprivate static func against(
    _ geometry: WindowGeometry, input: MapShape, output: MapShape, groups: Int, pixelStep: Int
  ) -> Correlation {
    func turned(_ axis: WindowAxis) -> WindowAxis {
      WindowAxis(
        input: axis.output, output: axis.input, kernel: axis.kernel, stride: 1, dilation: axis.dilation,
        before: axis.extent - 1 - axis.before, after: 0)
    }
    return Correlation(
      input: input, output: output, rows: turned(geometry.rows), columns: turned(geometry.columns),
      stretch: Extent(geometry.rows.stride, geometry.columns.stride), groups: groups, pixelStep: pixelStep)
  }
}
