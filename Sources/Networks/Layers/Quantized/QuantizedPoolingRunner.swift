import Arithmetic

/// Runs a maximum over windows of bytes.
final class QuantizedPoolingRunner: LayerRunner {
  let place: LayerPlace
  private let geometry: WindowGeometry
  private let context: RunnerContext

  init(_ context: RunnerContext, _ definition: PoolingDefinition) throws(NetworkError) {
    place = context.place
    self.context = context
    geometry = try definition.geometry(of: context.input, layer: place.name)
  }

  func forward(_ space: Workspace) {
    let source = ByteMap(input(0, space), firstChannel: context.inputs[0].firstChannel)
    let target = ByteMap(output(0, space), firstChannel: context.outputs[0].firstChannel)
    let (rows, columns, height) = (geometry.rows, geometry.columns, context.output.height)
    let work = context.output.count * rows.kernel * columns.kernel / 16
    space.threads.run(space.batch * height, work: space.batch * work) { block, _ in
      let (sample, y) = (block / height, block % height)
      let places = rows.places(of: y)
      PoolingRow(
        rowStep: source.rowStep, pixelStep: source.pixelStep, rows: places.count, width: columns.input,
        kernel: columns.kernel, stride: columns.stride, before: columns.before, count: columns.output,
        channels: context.input.channels
      ).pool(
        of: source.sample(sample) + places.lowerBound * source.rowStep,
        into: target.sample(sample) + y * target.rowStep, outputStep: target.pixelStep)
    }
  }

  func backward(_ space: Workspace) { preconditionFailure("\(place.name) is quantised, which training never is") }
}
