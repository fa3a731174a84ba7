import Experiments
import Figures
import Networks
import Training
import Views
import Wording

extension TrainingReplay {
  /// Trains again, showing the epochs that are done.
  ///
  /// - Parameters:
  ///   - context: Where they are shown.
  ///   - look: Makes a frame of the part of the network that learns.
  /// - Returns: The frames.
  /// - Throws: as `run(look:epochEnd:)`.
  func run<Frame>(on context: CommandContext, look: (Network) throws -> Frame) throws -> Frames<Frame> {
    let live = context.live()
    let name = configuration.starter.name
    let frames = try run(look: look) { epoch in
      live.update(after: LiveDisplay.patience) {
        .text("\(name) is trained again: epoch \(Numbers.part(epoch, of: epochs))")
      }
    }
    if live.isShown { live.finish(.text("\(name) was trained again to look at its epochs.")) }
    return frames
  }
}
