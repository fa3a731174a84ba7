public import Networks
import Training

/// The last training of a network done again from its first weights, looked at after every epoch: the same seed gives the
/// same bits, so that nothing had to be kept for it. The network itself stays as it is.
public struct TrainingReplay {
  /// How it is trained again, and on what.
  public let recipe: NetworkRecipe
  private let model: NetworkModel
  private let candidate: Candidate
  private let signal: any StopSignal

  /// What was seen of a training.
  public struct Frames<Frame> {
    /// What was seen after which epoch, the first weights being epoch 0.
    public let frames: [(epoch: Int, frame: Frame)]
    /// Whether the network stands where the last of them does: it does not where it had learnt before.
    public let isWhole: Bool

    /// The frames, each made into another.
    public func map<Other>(_ make: (_ epoch: Int, _ frame: Frame) -> Other) -> Frames<Other> {
      Frames<Other>(frames: frames.map { ($0, make($0, $1)) }, isWhole: isWhole)
    }
  }

  /// The most frames that are taken.
  static let frameLimit = 51

  /// Prepares the samples of the last training.
  ///
  /// - Parameters:
  ///   - model: The network as it stands.
  ///   - workspace: Where the samples are.
  ///   - signal: Asked whether to stop.
  /// - Throws: `NameError.notTrainedYet`, `EvidenceFact.noReplay` where it cannot be done again here, `ExperimentError`
  ///   where the samples are not there any more, `Interruption`.
  public init(of model: NetworkModel, in workspace: Workspace, signal: any StopSignal) throws {
    guard let last = model.training.last, !model.training.records.isEmpty else {
      throw ExperimentError.name(.notTrainedYet(model: model.name, model.modelState))
    }
    guard last.augmentation.allSatisfy(\.isFlip) else { throw ExperimentError.evidence(.noReplay(model.name)) }
    guard last.rateChanges == nil else { throw ExperimentError.evidence(.rateWasChanged(model.name)) }
    let selection = try workspace.selection(named: last.on)
    (self.model, self.signal) = (model, signal)
    recipe = try NetworkRecipe(of: model, on: selection)
    candidate = try workspace.inference(signal).candidate(model.name, recipe, on: selection)
  }

  /// The epochs after which a frame is taken, the first weights being epoch 0: all, or of many evenly chosen ones.
  static func frames(of epochs: Int) -> [Int] {
    guard epochs >= frameLimit else { return Array(0...max(0, epochs)) }
    return (0..<frameLimit).map { $0 * epochs / (frameLimit - 1) }
  }

  /// Trains again.
  ///
  /// - Parameters:
  ///   - look: Makes a frame of the part of the network that learns.
  ///   - epochEnd: Told each epoch that is done.
  /// - Returns: The frames.
  /// - Throws: What `look` throws, `ExperimentError`, `Interruption`.
  public func run<Frame>(
    look: (Network) throws -> Frame, epochEnd: (_ epoch: Int) -> Void = { _ in }
  ) throws -> Frames<Frame> {
    let wanted = Set(Self.frames(of: recipe.settings.epochs))
    let task = try candidate.task(recipe)
    let network = task.update.network
    var frames = [(epoch: 0, frame: try look(network))]
    let ending = try task.run { event in
      switch event {
      case .epochEnd(let record):
        if wanted.contains(record.epoch) { frames.append((record.epoch, try look(network))) }
        epochEnd(record.epoch)
        return true
      case .miniBatchEnd: return !signal.isInterrupted
      case .trainingBegin, .completed: return true
      }
    }
    switch ending {
    case .finished: break
    case .stopped: throw Interruption.replaying(model: model.name, epoch: frames.last?.epoch ?? 0)
    case .diverged(let divergence):
      throw ExperimentError.model(.diverged(model: model.name, divergence, isUnchanged: true))
    }
    let parameters = model.definition.parameters
    return Frames(
      frames: frames,
      isWhole: network.trainableParameters.allSatisfy { parameters[$0] == network[parameter: $0] })
  }
}
