/// Runs a layer that moves numbers and computes none: padding, crop, slice, split, permute, reshape, upsampling by
/// repetition. Where every number comes from is worked out once.
final class RearrangementRunner: LayerRunner {
  let place: LayerPlace
  private let inputShape: MapShape
  private let outputShape: MapShape
  private let filling: Float
  /// For each output, each number's place in the input, pixel by pixel; -1 for the filling.
  private let tables: [[Int32]]
  /// Whether the channels of a pixel come from one pixel, in their order, or are filled.
  private let arePixelsWhole: [Bool]

  /// `origins` holds one for each output.
  init(_ context: RunnerContext, filling: Float = 0, origins: [Origin]) {
    place = context.place
    inputShape = context.input
    outputShape = context.output
    self.filling = filling
    let (input, output) = (context.input, context.output)
    let inputStep = input.channels
    tables = origins.map { origin in
      var table: [Int32] = []
      table.reserveCapacity(output.count)
      for row in 0..<output.height {
        for column in 0..<output.width {
          for channel in 0..<output.channels {
            let from = origin(channel, row, column)
            table.append(
              Int32(from.map { ($0.row * input.width + $0.column) * inputStep + $0.channel } ?? -1))
          }
        }
      }
      return table
    }
    arePixelsWhole = tables.map { table in
      table.indices.allSatisfy { index in
        let (channel, start) = (index % output.channels, table[index - index % output.channels])
        return table[index] == (start < 0 ? -1 : start + Int32(channel))
          && (start < 0 || Int(start) % inputStep + output.channels <= inputStep)
      }
    }
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let source = input(0, space)
    for (index, table) in tables.enumerated() {
      let target = output(index, space)
      let perBlock = Blocks.size / outputShape.channels
      Blocks.forEach(space, of: outputShape.pixels, atMost: perBlock, work: outputShape.count) { sample, pixels in
        let (from, to) = (source.sample(sample), target.sample(sample))
        if arePixelsWhole[index] {
          copy(table, pixels, from: from, source, to: to, target)
        } else {
          move(table, pixels, from: from, source, to: to, target)
        }
      }
    }
  }

  private func copy(
    _ table: [Int32], _ pixels: Range<Int>, from: UnsafePointer<Float>, _ source: Map,
    to: UnsafeMutablePointer<Float>, _ target: Map
  ) {
    for pixel in pixels {
      let (start, place) = (Int(table[pixel * outputShape.channels]), to + pixel * target.pixelStep)
      if start < 0 {
        place.update(repeating: filling, count: outputShape.channels)
      } else {
        place.update(from: from + strided(start, source), count: outputShape.channels)
      }
    }
  }

  private func move(
    _ table: [Int32], _ pixels: Range<Int>, from: UnsafePointer<Float>, _ source: Map,
    to: UnsafeMutablePointer<Float>, _ target: Map
  ) {
    table.withUnsafeBufferPointer { table in
      for pixel in pixels {
        for c in 0..<outputShape.channels {
          let index = Int(table[pixel * outputShape.channels + c])
          to[pixel * target.pixelStep + c] = index < 0 ? filling : from[strided(index, source)]
        }
      }
    }
  }

  /// A place in a map without gaps, in one that may have them.
  private func strided(_ index: Int, _ map: Map) -> Int {
    map.pixelStep == inputShape.channels
      ? index : index / inputShape.channels * map.pixelStep + index % inputShape.channels
  }

  func backward(_ space: Workspace) {
    // A second input only lends its size: its gradient is 0.
    for slot in place.inputs.indices.dropFirst() { _ = inputGradientToAddTo(slot, space) }
    guard let below = inputGradientToAddTo(0, space) else { return }
    for (index, table) in tables.enumerated() {
      guard let gradient = space.gradients[place.outputs[index]] else { continue }
      space.forEachSample(work: outputShape.count) { sample in
        let (from, to) = (gradient.sample(sample), below.sample(sample))
        for pixel in 0..<outputShape.pixels {
          for c in 0..<outputShape.channels {
            let origin = Int(table[pixel * outputShape.channels + c])
            if origin >= 0 { to[strided(origin, below)] += from[pixel * gradient.pixelStep + c] }
          }
        }
      }
    }
  }
}
