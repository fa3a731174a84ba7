import Arithmetic
import Tensors

/// Runs an embedding: the table's column for the whole number it reads. A number outside the table gives what is not a number,
/// that it may be noticed.
final class EmbeddingRunner: LayerRunner {
  let place: LayerPlace
  private let definition: EmbeddingDefinition
  private let weights: Parameter?
  private let bias: Parameter?

  init(
    _ context: RunnerContext, _ definition: EmbeddingDefinition, _ parameters: [ParameterKey.Part: Parameter]
  ) {
    place = context.place
    self.definition = definition
    weights = parameters[.weights]
    bias = parameters[.bias]
  }

  /// The column a number means, nil where there is none.
  private func column(_ number: Float) -> Int? {
    let rounded = number.rounded()
    return rounded >= 0 && rounded < Float(definition.inputDimension) ? Int(rounded) : nil
  }

  func forward(_ space: Workspace) {
    guard let table = weights?.values.pointer else { return }
    let (source, target) = (input(0, space), output(0, space))
    for sample in 0..<space.batch {
      let column = column(source.sample(sample)[0])
      for c in 0..<definition.outputChannels {
        let weight = column.map { table[c * definition.inputDimension + $0] } ?? .nan
        target.sample(sample)[c] = weight + (bias?.values.pointer[c] ?? 0)
      }
    }
  }

  /// The table's gradient: each column gets what the samples that read it got.
  func backward(_ space: Workspace) {
    guard let weights, weights.isTrainable else { return }
    let (source, gradient) = (input(0, space), outputGradient(0, space))
    weights.gradient.pointer.update(repeating: 0, count: weights.count)
    bias?.gradient.pointer.update(repeating: 0, count: definition.outputChannels)
    for sample in 0..<space.batch {
      let from = gradient.sample(sample)
      for c in 0..<definition.outputChannels {
        if let column = column(source.sample(sample)[0]) {
          weights.gradient.pointer[c * definition.inputDimension + column] += from[c]
        }
        bias?.gradient.pointer[c] += from[c]
      }
    }
  }
}
