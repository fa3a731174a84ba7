import CommandLanguage
import Experiments
import Language

/// A layer as it was written in a network's block, with what is known where it stands.
struct WrittenLayer {
  let arguments: Arguments
  /// What the network is called, for messages.
  let model: String
  /// The shape of one step of what it reads, and how many steps that has.
  let shape: [Int], steps: Int
  /// How many bytes the network's weights take, this layer's with them.
  var weightBytes: Int

  /// The word that was written: the layer's name, or another word for it.
  var word: String { arguments.call.name.value }
}
