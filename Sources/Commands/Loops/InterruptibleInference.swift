import Experiments
import Figures
import Networks
import Training

/// Asks a model about many samples, a piece at a time: it shows how far it is, and what was answered when the reader stops
/// it is kept.
struct InterruptibleInference {
  /// Who is asked.
  let model: Model
  /// What about.
  let selection: Selection
  /// Which answers count as correct.
  let rule: Evaluation.Rule
  /// How many features go through the last layers at once.
  let batchSize: Int

  /// How many samples are a piece. Photos that were never run take a third of a second for so many.
  private var pieceSize: Int {
    if case .photos = selection { 64 } else { 2048 }
  }

  /// How long it may take before the reader is shown how far it is, in milliseconds.
  private static let patience = 300

  /// Asks.
  ///
  /// - Returns: The answers to the samples in order; to fewer than there are where the reader stopped it.
  /// - Throws: as `Inference.evaluate`; `Interruption` where it was stopped before there was any answer.
  func answers(in workspace: Workspace, on context: CommandContext) throws -> Evaluation {
    try model.checkRoom(for: selection.count)
    let begun = ContinuousClock.now
    let live = context.live()
    var pieces: [Evaluation] = []
    var done = 0
    repeat {
      let places = done..<min(done + pieceSize, selection.count)
      do {
        pieces.append(try ask(places, in: workspace, on: context))
      } catch let interruption as Interruption {
        if let known = try known(of: places, in: workspace) { pieces.append(known) }
        guard !pieces.isEmpty else { throw interruption }
        return Evaluation(joining: pieces)
      }
      done = places.upperBound
      let isLast = done == selection.count
      if live.isShown ? isLast : !isLast && ContinuousClock.now - begun > .milliseconds(Self.patience) {
        live.finish(progress(done))
      } else if live.isShown {
        live.update { progress(done, live.timeLeft(done, of: selection.count)) }
      }
      if context.isInterrupted, !isLast { break }
    } while done < selection.count
    return Evaluation(joining: pieces)
  }

  private func ask(_ places: Range<Int>, in workspace: Workspace, on context: CommandContext) throws -> Evaluation {
    try workspace.inference(context).evaluate(
      model, on: selection.part(places), rule: rule, batchSize: batchSize)
  }

  /// The answers to those of a piece whose features are there already; nil where there are none.
  private func known(of places: Range<Int>, in workspace: Workspace) throws -> Evaluation? {
    guard case .photos(let photos) = selection.part(places) else { return nil }
    let extractor =
      switch model {
      case .neighbors(let model): model.extractor
      case .network(let model): try TrainableParts(of: model).trunk
      case .hybrid(let model): try TrainableParts(of: model.network).trunk
      }
    guard !extractor.definition.layers.isEmpty else { return nil }
    let count = workspace.featureCache.knownAhead(of: photos.photos, through: extractor)
    guard count > 0 else { return nil }
    let context = CommandContext(display: NullOutput(), makeIdentity: { "" })
    return try ask(places.lowerBound..<places.lowerBound + count, in: workspace, on: context)
  }

  private func progress(_ done: Int, _ details: [String] = []) -> Rendering {
    let unit = if case .photos = selection { "photos" } else { "samples" }
    return ProgressView(
      title: "\(model.name) on \(selection.text)", completed: done, total: selection.count, unit: unit,
      details: details
    ).rendering
  }
}
