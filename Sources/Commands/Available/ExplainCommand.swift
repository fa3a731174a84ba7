import CommandLanguage
import Experiments
import Figures
import Language
import Networks
import Pictures
import Tensors
import Training

/// `explain hand photo="8FDEEF3B" by=occlusion`
struct ExplainCommand: Command {
  /// What the answer is explained by.
  private enum Method: String, CaseIterable {
    case neighbors, occlusion, removal
  }

  private static let model = PositionalArgument("model", .model, "The model to explain.", effect: .asks)
  private static let photo = KeyedArgument(required: "photo", .path, "The photo: a file, or the beginning of a name.")
  private static let method = KeyedArgument("by", .choice, "The method.", default: Method.neighbors)
  private static let label = KeyedArgument("label", .label, "Its class, for a file that lies in no dataset.")
  private static let neighbors = KeyedArgument(
    "neighbors", .integer(1...20), "Number of training photos shown.", default: 5)

  static let declaration = CommandDeclaration(
    "explain", "Says why a model answers a photo as it does.",
    discussion: """
      by=neighbors shows the training photos it is most alike; by=occlusion paints one square of the photo after the other \
      grey and shows what the answer hangs on; by=removal trains the model anew without each training photo in turn and \
      names those without which the answer would have been another. photo= is a file, or the beginning of a photo's name \
      in a dataset.
      """,
    positionals: [model],
    arguments: [photo, method, label, neighbors],
    examples: [
      "explain hand photo=\"8FDEEF3B\" by=occlusion", "explain near photo=\"me.jpg\"",
      "explain near photo=\"8FDEEF3B\" by=removal",
    ])

  private let arguments: Arguments
  private let name: CheckedValue
  private let photo: CheckedValue

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    photo = arguments[Self.photo]
    name = arguments[Self.model]
  }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    let model = try workspace.lookup.model(name)
    let photo = try workspace.lookup.photo(photo, label: arguments[Self.label]?.word)
    do {
      switch arguments[Self.method] {
      case .occlusion: return try occlusion(of: photo, model, workspace, stage)
      case .removal: return try removal(of: photo, model, workspace, stage)
      case .neighbors: return try neighbors(of: photo, model, workspace, stage)
      }
    } catch {
      throw error.placed(at: error.isAboutPhotos ? self.photo.span : name.span)
    }
  }

  // MARK: Neighbours

  private func neighbors(of photo: Photo, _ model: Model, _ workspace: Workspace, _ stage: Stage) throws -> Rendering {
    let selection = try workspace.lookup.alone(photo, model: model, at: self.photo.span)
    let evaluation = try workspace.inference(stage).evaluate(model, on: .photos(selection))
    let reasons = try ReasonSearch(workspace: workspace, signal: stage).reasons(
      of: model, for: .photos(selection), count: arguments[Self.neighbors])
    let view = ExplanationView(model: model, photo: photo, row: evaluation.rows[0])
    return view.neighbors(reasons, most: arguments[Self.neighbors])
  }

  // MARK: Occlusion

  private func occlusion(of photo: Photo, _ model: Model, _ workspace: Workspace, _ stage: Stage) throws -> Rendering {
    let asking = try PixelAsking(model)
    let pixels = try asking.pixels(of: photo, from: workspace.shelf.photos)
    guard let answer = try asking.answers(to: [pixels], on: workspace.shelf).first?.first else {
      throw Diagnostic(.notTrainedYet(model: model.name, model.state))
    }
    let map = try Occlusion(of: pixels) { pictures in
      var probabilities: [Double] = []
      for start in stride(from: 0, to: pictures.count, by: 8) {
        guard !stage.isInterrupted else { throw StatementInterruption(remark: "Stopped; nothing was changed.") }
        let answers = try asking.answers(
          to: Array(pictures[start..<min(start + 8, pictures.count)]), on: workspace.shelf)
        probabilities += answers.map { list in list.first { $0.label == answer.label }?.probability ?? 0 }
      }
      return probabilities
    }
    return ExplanationView.occlusion(map, pixels: pixels, model: model.name, photo: photo, answer: answer)
  }

  // MARK: Removal

  private func removal(of photo: Photo, _ model: Model, _ workspace: Workspace, _ stage: Stage) throws -> Rendering? {
    guard !photo.label.isEmpty else { throw Diagnostic(.evidence(.classUnknown(photo.shortName)), at: self.photo.span) }
    let learnt = try workspace.lookup.photosLearnt(by: model, without: photo, at: name.span)
    let selection = Selection.photos(
      PhotoSelection(text: learnt.text, dataset: learnt.dataset, photos: learnt.photos + [photo]))
    let candidate = try workspace.inference(stage).candidate(model, on: selection)
    let live = stage.live()
    let start = ContinuousClock.now
    let removal = try Removal(candidate, trials: Trials(signal: stage)) { done in
      guard ContinuousClock.now - start > .milliseconds(300) || live.isShown else { return }
      live.update {
        Figures.ProgressView(
          title: "\(model.name), without each photo in turn", completed: done, total: learnt.photos.count + 1,
          unit: "trainings"
        ).rendering
      }
    }
    let rendering = ExplanationView(model: model, photo: photo, row: removal.before).removal(
      removal, learnt: learnt.photos, seconds: (ContinuousClock.now - start).seconds)
    guard live.isShown else { return rendering }
    live.finish(rendering)
    return nil
  }
}
