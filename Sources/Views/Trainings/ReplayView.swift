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
        FrameStrip.Frame(epoch == 0 ? "initial weights" : "epoch \(epoch)", frame)
      }
    ).rendering
    return Rendering.stacked([strip, remark.map(Rendering.text)].compactMap(\.self))
  }

  /// Where the network stands, where that is not at the last of the epochs shown.
  private var remark: String? {
    let again = "This repeats the last training from the initial weights"
    return switch replay.status {
    case .there: nil
    case .within(let epoch): "\(model) was stopped in epoch \(epoch), and is still there."
    case .best: "\(again); \(model) kept the weights of its best epoch."
    case .learntBefore: "\(again); \(model) was trained before it, too, so its own weights differ."
    case .changed: "\(again); \(model) was changed during or after it, so its own weights differ."
    }
  }
}
