public import Networks
import Training

/// The last training of a network done again from its first weights, looked at after every epoch: the same seed gives the
/// same bits, so that nothing had to be kept for it. The network itself stays as it is.
public struct TrainingReplay {
  /// How it is trained again, and on what.
  public let configuration: NetworkConfiguration
  private let model: NetworkModel
  private let candidate: Candidate
  private let signal: any StopSignal
  /// Where the last training stands: it is done again up to there.
  private let state: TrainingState
  /// The learning rates that were set on the way, as a training from the first weights comes to them.
  private let rateChanges: [RateChange]

  /// What was seen of a training.
  public struct Frames<Frame> {
    /// What was seen after which epoch, the first weights being epoch 0.
    public let frames: [(epoch: Int, frame: Frame)]
    /// Where the network stands.
    public let status: Position

    /// The frames, each made into another.
    public func map<Other>(_ make: (_ epoch: Int, _ frame: Frame) -> Other) -> Frames<Other> {
      Frames<Other>(frames: frames.map { ($0, make($0, $1)) }, status: status)
    }
  }

  /// Where a network stands, seen from the last frame.
  public enum Position: Sendable, Equatable {
    /// There.
    case there
    /// It was stopped in the middle of the epoch after it: the one of this number.
    case within(epoch: Int)
    /// At its best epoch, whose weights it kept.
    case best
    /// Elsewhere: it had learnt before.
    case learntBefore
    /// Elsewhere: it was changed on the way, or since.
    case changed
  }

  /// The most frames that are taken.
  static let frameLimit = 51

  /// Prepares the samples of the last training.
  ///
  /// - Parameters:
  ///   - model: The network as it stands.
  ///   - workspace: Where the samples are.
  ///   - signal: Asked whether to stop.
  /// - Throws: `NameError.notTrainedYet`, `EvidenceDiagnostic.noReplay` where it cannot be done again here, `ExperimentError`
  ///   where the samples are not there any more, `Interruption`.
  public init(of model: NetworkModel, in workspace: Workspace, signal: any StopSignal) throws {
    guard let last = model.training.last, !model.training.records.isEmpty else {
      throw ExperimentError.name(.notTrainedYet(model: model.name, model.modelState))
    }
    guard last.augmentation.allSatisfy(\.isFlip) else { throw ExperimentError.evidence(.noReplay(model.name)) }
    guard let state = model.training.state else {
      throw ExperimentError.name(.notTrainedYet(model: model.name, model.modelState))
    }
    let selection = try workspace.selection(named: last.on)
    (self.model, self.signal, self.state) = (model, signal, state)
    var configuration = try NetworkConfiguration(of: model, on: selection)
    if let before = last.settingsBefore {
      (configuration.settings.optimizer.learningRate, configuration.settings.schedule) = (
        before.optimizer.learningRate, before.schedule
      )
    }
    self.configuration = configuration
    rateChanges = (last.rateChanges ?? []).map {
      RateChange(epoch: $0.epoch - state.firstEpoch, batch: $0.batch, learningRate: $0.learningRate)
    }
    candidate = try workspace.inference(signal).candidate(model.name, configuration, on: selection)
  }

  /// The epochs after which a frame is taken, the first weights being epoch 0: all, or of many evenly chosen ones.
  static func frames(of epochs: Int) -> [Int] {
    guard epochs >= frameLimit else { return Array(0...max(0, epochs)) }
    return (0..<frameLimit).map { $0 * epochs / (frameLimit - 1) }
  }

  /// How many epochs are done again.
  public var epochs: Int { state.epoch }

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
    let wanted = Set(Self.frames(of: epochs))
    let task = try candidate.task(configuration, rateChanges: rateChanges)
    let network = task.update.network
    var frames = [(epoch: 0, frame: try look(network))]
    // A training that came to its last epoch ends by itself, as it did.
    let isCut = !state.isComplete || state.epoch < configuration.settings.epochs
    var hasCome = isCut && (state.epoch, state.batch) == (0, 0)
    let ending = try task.run { event in
      let now = task.update.state
      hasCome = isCut && (now.epoch, now.batch) >= (state.epoch, state.batch)
      switch event {
      case .epochEnd(let record):
        if wanted.contains(record.epoch) { frames.append((record.epoch, try look(network))) }
        epochEnd(record.epoch)
        return !hasCome
      case .miniBatchEnd: return !hasCome && !signal.isInterrupted
      case .trainingBegin, .completed: return !hasCome
      }
    }
    switch ending {
    case .finished: break
    case .stopped where hasCome: break
    case .stopped: throw Interruption.replaying(model: model.name, epoch: frames.last?.epoch ?? 0)
    case .diverged(let divergence):
      throw ExperimentError.model(.diverged(model: model.name, divergence, isUnchanged: true))
    }
    return Frames(frames: frames, status: status(beside: network))
  }

  /// Where the network stands, beside the one that was trained again.
  private func status(beside network: Network) -> Position {
    let parameters = model.definition.parameters
    guard network.trainableParameters.allSatisfy({ parameters[$0] == network[parameter: $0] }) else {
      return state.firstEpoch > 0 ? .learntBefore : configuration.settings.keep == .best ? .best : .changed
    }
    return state.batch > 0 ? .within(epoch: state.epoch + 1) : .there
  }
}

extension TrainingReplay.Frames: Sendable where Frame: Sendable {}
