import Foundation
import Synchronization
import Training

/// A training that goes on while statements run: one thread owns it from its first mini-batch to its last, and what others
/// may see of it are values it hands out.
public final class TrainingJob: Sendable {
  /// Its number, from 1; nil for the training of a cell, which is none of the jobs in the background.
  public let number: Int?
  /// The model it trains, by name.
  public let model: String
  /// The statement that began it.
  public let statement: String
  /// The files it replaced.
  public let replaced: ReplacedFiles
  private let tellEnd: @Sendable () -> Void
  private let start = ContinuousClock.now

  private struct State {
    var status = JobState.running
    var latest: NetworkModel?
    var epochs = 0
    var loss: Double?
    var remark: String?
    var seconds: Double?
    /// The learning rate that its next mini-batch is to have; nil once it has it.
    var wantedRate: Double?
  }

  private let state = Mutex(State())
  private let isOver = DispatchSemaphore(value: 0)

  /// A job that has not begun; its end is told on its thread.
  public init(
    number: Int?, model: String, statement: String, replaced: ReplacedFiles = ReplacedFiles(),
    tellEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.number = number
    self.model = model
    self.statement = statement
    self.replaced = replaced
    self.tellEnd = tellEnd
  }

  /// How a sentence begins with it.
  public var told: String { number.map { "Job \($0)" } ?? "The training of \(model)" }

  // MARK: For the session

  /// How it stands.
  public var status: JobState { state.withLock { $0.status } }

  /// Whether it still works.
  public var isAtWork: Bool { [.running, .cancelling].contains(status) }

  /// What can be seen of it.
  public var view: (status: JobState, epochs: Int, loss: Double?, seconds: Double, remark: String?) {
    state.withLock { ($0.status, $0.epochs, $0.loss, $0.seconds ?? (ContinuousClock.now - start).seconds, $0.remark) }
  }

  /// The model as of the last epoch, if it is another than when this was asked last.
  public func takeModel() -> NetworkModel? {
    state.withLock { state in
      defer { state.latest = nil }
      return state.latest
    }
  }

  /// Asks it to stop after the mini-batch it is at.
  public func stop() {
    state.withLock { if $0.status == .running { $0.status = .cancelling } }
  }

  /// Has it go on with another learning rate from its next mini-batch on.
  ///
  /// - Parameter learningRate: A rate that the model's rules allow.
  /// - Returns: Whether it still works.
  public func change(learningRate: Double) -> Bool {
    state.withLock { state in
      guard state.status == .running else { return false }
      state.wantedRate = learningRate
      return true
    }
  }

  /// Waits for its end.
  ///
  /// - Returns: Whether it has ended within so many seconds.
  public func wait(seconds: Double) -> Bool {
    guard isOver.wait(timeout: .now() + seconds) == .success else { return false }
    isOver.signal()  // Whoever asks again is not to wait either.
    return true
  }

  // MARK: For its thread

  /// Whether it was asked to stop.
  public var isCancelled: Bool { status == .cancelling }

  /// The learning rate that was asked for since this was called last.
  func takeLearningRate() -> Double? {
    state.withLock { state in
      defer { state.wantedRate = nil }
      return state.wantedRate
    }
  }

  /// Takes note of how far it is.
  public func note(epochs: Int, loss: Double?) {
    state.withLock { state in
      state.epochs = epochs
      state.loss = loss
    }
  }

  /// Takes the model as it stands.
  public func hand(on model: NetworkModel) {
    state.withLock { state in
      state.latest = model
      state.epochs = model.training.records.count
      state.loss = model.training.records.last?.trainLossMean
    }
  }

  /// Does the training, and notes how it ended.
  ///
  /// - Parameters:
  ///   - training: The training.
  ///   - tell: Makes what `view` says of an end that was a stop or an error.
  /// - Throws: What the training throws.
  public func follow(_ training: () throws -> Void, tell: (any Error) -> String?) throws {
    do {
      try training()
      end(.completed, remark: nil)
    } catch {
      end(error is Interruption ? .suspended : .failed, remark: tell(error))
      throw error
    }
  }

  /// Ends it.
  func end(_ status: JobState, remark: String?) {
    state.withLock { state in
      state.status = status
      state.remark = remark
      state.seconds = (ContinuousClock.now - start).seconds
    }
    isOver.signal()
    tellEnd()
  }
}
