public import Experiments
public import Figures

/// A training that was done again, epoch by epoch.
public struct ReplayView {
  let title: String
  /// The network that was trained again.
  let model: String
  /// What is shown of each epoch.
  let replay: TrainingReplay.Frames<Rendering>

  /// Shows a training.
  public init(title: String, model: String, replay: TrainingReplay.Frames<Rendering>) {
    (self.title, self.model, self.replay) = (title, model, replay)
  }

  /// The epochs as a strip to scroll through.
  public var rendering: Rendering {
    let strip = FrameStrip(
      title: title,
      frames: replay.frames.map { epoch, frame in
        FrameStrip.Frame(epoch == 0 ? "first weights" : "epoch \(epoch)", frame)
      }
    ).rendering
    guard !replay.isWhole else { return strip }
    return Rendering.stacked([
      strip,
      .text(
        "This is the last training, done again from the first weights; \(model) had learnt before it, and stands elsewhere."
      ),
    ])
  }
}
