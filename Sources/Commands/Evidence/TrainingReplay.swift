import Experiments
import Figures
import Networks
import Tensors
import Training

/// The last training of a network done again from its first weights, looked at after every epoch: the same seed gives the
/// same bits, so that nothing had to be kept for it. The network itself stays as it is.
struct TrainingReplay {
  /// The network as it stands.
  let model: NetworkModel
  /// How it is trained again, and on what.
  let recipe: NetworkRecipe
  private let candidate: Candidate

  /// The most frames that are taken.
  static let frameLimit = 51

  /// Prepares the samples of the last training.
  ///
  /// - Throws: `NameError.notTrainedYet`, `EvidenceFact.noReplay` where it cannot be done again here, `ExperimentError` where the samples
  ///   are not there any more, `Interruption`.
  init(of model: NetworkModel, in workspace: Workspace, on stage: Stage) throws {
    guard let last = model.training.last, !model.training.records.isEmpty else {
      throw ExperimentError.name(.notTrainedYet(model: model.name, model.modelState))
    }
    guard last.augmentation.allSatisfy(\.isFlip) else { throw ExperimentError.evidence(.noReplay(model.name)) }
    let selection = try workspace.selection(named: last.on)
    self.model = model
    recipe = try NetworkRecipe(of: model, on: selection)
    candidate = try workspace.inference(stage).candidate(model.name, recipe, on: selection)
  }

  /// The epochs after which a frame is taken, the first weights being epoch 0: all, or of many evenly chosen ones.
  static func frames(of epochs: Int) -> [Int] {
    guard epochs >= frameLimit else { return Array(0...max(0, epochs)) }
    return (0..<frameLimit).map { $0 * epochs / (frameLimit - 1) }
  }

  /// Trains again.
  ///
  /// - Parameters:
  ///   - stage: Shown how far it is; asked whether to stop.
  ///   - look: Makes a frame of the part of the network that learns.
  /// - Returns: The frames, and whether the network stands where the last of them does: it does not where it had learnt
  ///   before.
  /// - Throws: What `look` throws, `ExperimentError`, `Interruption`.
  func run<Frame>(
    on stage: Stage, look: (Network) throws -> Frame
  ) throws -> (frames: [(epoch: Int, frame: Frame)], isWhole: Bool) {
    let live = stage.live()
    let begun = ContinuousClock.now
    let epochs = recipe.settings.epochs
    let wanted = Set(Self.frames(of: epochs))
    let task = try candidate.task(recipe)
    let network = task.update.network
    var frames = [(epoch: 0, frame: try look(network))]
    let ending = try task.run { event in
      switch event {
      case .epochEnd(let record):
        if wanted.contains(record.epoch) { frames.append((record.epoch, try look(network))) }
        if live.isShown || .now - begun > .milliseconds(300) {
          live.update { .text("\(model.name) is trained again: epoch \(record.epoch) of \(epochs)") }
        }
        return true
      case .miniBatchEnd: return !stage.isInterrupted
      case .trainingBegin, .completed: return true
      }
    }
    switch ending {
    case .finished: break
    case .stopped:
      throw StatementInterruption(
        remark: "Stopped after epoch \(frames.last?.epoch ?? 0); \(model.name) is as it was.")
    case .diverged(let divergence):
      throw ExperimentError.model(.diverged(model: model.name, divergence, isUnchanged: true))
    }
    if live.isShown { live.finish(.text("\(model.name) was trained again to look at its epochs.")) }
    let parameters = model.definition.parameters
    return (frames, network.trainableParameters.allSatisfy { parameters[$0] == network[parameter: $0] })
  }

  /// Frames as a strip to scroll through.
  func strip(_ title: String, _ frames: [(epoch: Int, frame: Rendering)], isWhole: Bool) -> Rendering {
    let strip = FrameStrip(
      title: title,
      frames: frames.map { epoch, frame in
        FrameStrip.Frame(epoch == 0 ? "first weights" : "epoch \(epoch)", frame)
      }
    ).rendering
    guard !isWhole else { return strip }
    return Rendering.stacked([
      strip,
      .text(
        "This is the last training, done again from the first weights; \(model.name) had learnt before it, and stands elsewhere."
      ),
    ])
  }
}
