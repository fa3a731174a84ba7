import CommandLanguage
import Experiments
import Figures
import Foundation
import Language
import Networks
import Pictures
import Tensors
import Training
import Views

/// `predict hand image="me.jpg" top=3`
struct PredictCommand: Command {
  private static let model = PositionalArgument("model", .model, "The model.", effect: .asks)
  private static let image = KeyedArgument("image", .path, "The photo to predict.")
  private static let on = KeyedArgument("on", .split, "The samples to predict.")
  private static let photo = KeyedArgument("photo", .photo, "With on=: one photo, by name or index.")
  private static let values = KeyedArgument(
    "values", .placed(.list(.any)), "Values of one sample, in the order of the table's columns.")
  private static let row = KeyedArgument(
    "row", .integer(0...1_000_000_000), "With on=: one sample of a table, counted from 0.")
  private static let top = KeyedArgument("top", .integer(1...1000), "Number of classes shown.", default: 3)
  private static let reject = KeyedArgument(
    "reject", .decimal(0...1),
    "Probability below which a prediction reads \"unsure\"; rejects unfamiliar photos, too.")
  private static let temperature = KeyedArgument(
    "temperature", .decimal(0.05...100), "Softmax temperature; above 1 the model is less sure.", usually: "1")
  private static let cropAndScale = KeyedArgument<CropAndScale?>(
    "cropAndScale", .choice, "How photos are resized; by default as the model or their dataset says.")

  static let declaration = CommandDeclaration(
    "predict", "Predicts classes or numbers for photos or samples of a table.",
    discussion: """
      image= is a photo file anywhere on disk; on= is a dataset or one of its splits, and photo= selects one of its \
      photos. For a table, values= are the columns of one sample, texts where the columns hold texts; row= selects one \
      sample of on=. Without photo= or row=, all samples of on= are predicted.

      With reject=, a prediction with a lower probability reads "unsure", and a photo unlike all training samples \
      reads "unsure (unfamiliar)": its distance to the nearest training sample exceeds that of 19 in 20 training \
      samples to their nearest neighbours (p ≤ 0.05; needs 19 training samples). temperature= softens the \
      probabilities first; evaluate … calibration=true suggests both values. Both apply to classes only.
      """,
    positionals: [model],
    arguments: [image, on, photo, values, row, top, reject, temperature, cropAndScale],
    examples: [
      "predict hand image=\"me.jpg\" top=3", "predict hand on=hands.test reject=60%",
      "predict hand on=hands.test photo=3",
      "predict iris values=[5.1, 3.5, 1.4, 0.2]", "predict iris row=3 on=flowers.test",
    ])

  private let arguments: Arguments
  private let name: CheckedValue

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.model]
    let (image, on) = (arguments[Self.image], arguments[Self.on])
    if image == nil, on == nil {
      try arguments.refuse([Self.photo], belongingTo: "on=") { "Add the dataset: on=hands.test \($0)=\($1)" }
    }
    if let values = arguments[Self.values] {
      if image != nil || on != nil {
        throw Diagnostic(.valuesBeside(image != nil ? "image" : "on"), at: values.span)
      }
      try arguments.refuse(Self.photo, Self.row, belongingTo: "on=", "Leave it out beside values=.")
      return
    }
    if on == nil { try arguments.refuse(Self.row, belongingTo: "on=", "Add the table: on=flowers.test") }
    guard (image == nil) != (on == nil) else {
      throw Diagnostic(.imageOrOn(isBoth: image != nil), at: on?.span ?? name.span)
    }
    if on == nil { try arguments.refuse(Self.photo, belongingTo: "on=", "Leave it out beside image=.") }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var model = try workspace.lookup.model(name)
    if let scaling = arguments[Self.cropAndScale] { model = model.scaled(by: scaling) }
    let place = arguments.span(of: Self.image) ?? arguments.span(of: Self.on) ?? name.span
    do {
      if let (selection, samples) = try samples(of: model, in: workspace) {
        return try answers(of: model, to: selection, samples, in: workspace, on: context)
      }
      if case .network(let network) = model, network.outputs.isRegressor {
        return try numbers(of: network, in: workspace, on: context)
      }
      let photos = try self.photos(in: workspace)
      let temperature = arguments[Self.temperature]
      let answers = try workspace.inference(context).answers(of: model, to: photos).map { answers in
        temperature.map { Temperature.apply($0, to: answers) } ?? answers
      }
      workspace.corrections.lastPrediction = LastPrediction(
        model: model.name, photos: photos, answers: answers.map { $0.first?.label ?? "" })
      return PredictionView(
        model: model, photos: photos, answers: answers, top: arguments[Self.top],
        rejection: try rejection(of: photos, by: model, in: workspace, on: context)
      ).rendering
    } catch {
      throw error.placed(at: error.isAboutPhotos ? place : name.span)
    }
  }

  /// What reject= asks for: nil where it is not given.
  private func rejection(
    of photos: [Photo], by model: Model, in workspace: Workspace, on context: CommandContext
  ) throws -> PredictionView.Rejection? {
    guard let least = arguments[Self.reject] else { return nil }
    var learnt: Selection?
    if case .network(let network) = model, let name = network.training.learnt?.name {
      learnt = try? workspace.selection(named: name)
    }
    let found = try workspace.inference(context).familiarity(of: photos, to: model, learnt: learnt)
    return PredictionView.Rejection(below: least, rarities: found?.rarities, learnt: found?.learnt.count ?? 0)
  }

  /// The samples of a table, and what each is called; nil where photos are asked about.
  private func samples(of model: Model, in workspace: Workspace) throws -> (Selection, [String])? {
    if let values = arguments[Self.values] {
      do {
        return (try SampleValues(of: model, in: workspace).selection(values), [values.text])
      } catch {
        throw error.placed(at: values.span)
      }
    }
    guard let on = arguments[Self.on], arguments[Self.photo] == nil else { return nil }
    let selection = try workspace.lookup.selection(on)
    let row = arguments[Self.row], span = arguments.span(of: Self.row)
    guard case .table = selection else {
      if let row { throw Diagnostic(.rowOfPhotos(row, selection: selection.text), at: span) }
      return nil
    }
    guard let row else { return (selection, (0..<selection.count).map(String.init)) }
    guard row < selection.count else {
      throw Diagnostic(.noSuchRow(row, selection: selection.text, count: selection.count), at: span)
    }
    return (selection.part(row..<row + 1), ["row \(row) of \(selection.text)"])
  }

  /// What a model says of samples of a table.
  private func answers(
    of model: Model, to selection: Selection, _ samples: [String], in workspace: Workspace, on context: CommandContext
  ) throws -> Rendering {
    let inference = workspace.inference(context)
    if model.isRegressor {
      do {
        let values = try inference.numbers(of: model, on: selection)
        let width = values.first?.count ?? 0
        let names = [selection.outputNames, learntNames(of: model, in: workspace), model.outputNames].lazy
          .compactMap(\.self).first { $0.count == width }
        return PredictedNumbersView(
          model: model.name, outputs: names ?? (0..<width).map { "prediction \($0)" }, samples: samples, values: values
        ).rendering
      } catch let error as NetworkError {
        throw Diagnostic(.network(model.name, error), at: name.span)
      }
    }
    let temperature = arguments[Self.temperature]
    let answers = try inference.answers(of: model, on: selection).map { answers in
      temperature.map { Temperature.apply($0, to: answers) } ?? answers
    }
    return SamplePredictionView(
      model: model.name, samples: samples, answers: answers, top: arguments[Self.top],
      least: arguments[Self.reject]
    ).rendering
  }

  /// What the numbers are called that a model has learnt to predict, where its table is here.
  private func learntNames(of model: Model, in workspace: Workspace) -> [String]? {
    let learnt: LearntData? =
      switch model {
      case .network(let model): model.training.learnt
      case .neighbors(let model): model.learnt
      case .hybrid: nil
      }
    return learnt.flatMap { try? workspace.selection(named: $0.name) }?.outputNames
  }

  /// What a network that answers with numbers says of photos.
  private func numbers(of model: NetworkModel, in workspace: Workspace, on context: CommandContext) throws -> Rendering
  {
    do {
      let photos = try self.photos(in: workspace)
      let values = try workspace.inference(context).probabilities(of: model, onPhotos: photos)
      return PredictedNumbersView(
        model: model.name, outputs: model.outputs.labels, samples: photos.map(\.shortName),
        values: photos.indices.map { values.row($0).map { Double($0) } }
      ).rendering
    } catch let error as NetworkError {
      throw Diagnostic(.network(model.name, error), at: name.span)
    }
  }

  private func photos(in workspace: Workspace) throws -> [Photo] {
    if let on = arguments[Self.on] {
      let photos = try workspace.lookup.photos(on).photos
      return try arguments[Self.photo].map { photo in
        [try PhotoFinder(text: on.word, photos: photos).find(photo)]
      } ?? photos
    }
    guard let image = arguments[Self.image] else { return [] }
    let url = try workspace.files.file(image)
    return [Photo(url: url, label: "", stamp: PhotoFolder.stamp(url))]
  }
}

extension Model {
  /// What the numbers are called that it answers with; nil where it does not know.
  fileprivate var outputNames: [String]? {
    switch self {
    case .network(let model): model.outputs.labels
    case .neighbors: [NetworkOutputs.prediction]
    case .hybrid: nil
    }
  }
}
