import Experiments
import Figures
import Foundation
import Language
import Networks
import Pictures
import Training

/// `predict hand image="me.jpg" top=3`
struct PredictCommand: Command {
  static let declaration = CommandDeclaration(
    "predict", "Asks a model about one photo, or about photos whose classes it is not told.",
    discussion: """
      image= is one photo anywhere on disk; on= is a dataset or a split of one, and photo= one photo of it. With reject=, an answer less probable \
      than that reads "unsure"; a network that answers with numbers is asked about tables, too; temperature= makes the model less sure of itself first. evaluate … calibration=true finds \
      both.
      """,
    positionals: [PositionalDeclaration("model", .model, "The model to ask.", effect: .asks)],
    arguments: [
      ArgumentDeclaration("image", .path, "The photo to ask about."),
      ArgumentDeclaration("on", .split, "The photos to ask about."),
      ArgumentDeclaration("photo", .photo, "With on=: the one photo to ask about, by its name or place."),
      ArgumentDeclaration("top", .integer(1...1000), "How many answers are shown.", default: "3"),
      ArgumentDeclaration("reject", .decimal(0...1), "Below this probability the answer is \"unsure\"."),
      ArgumentDeclaration(
        "temperature", .decimal(0.05...100), "By what the scores are divided: above 1 the model is less sure.",
        default: "1"),
      ArgumentDeclaration(
        "cropAndScale", .choice(CropAndScale.allCases.map(\.rawValue)),
        "How photos are brought to size this time; as the model or else their dataset says when left out."),
    ],
    examples: [
      "predict hand image=\"me.jpg\" top=3", "predict hand on=hands.test reject=60%",
      "predict hand on=hands.test photo=3",
    ])

  private let arguments: Arguments
  private let name: CheckedValue

  init(_ arguments: Arguments) throws(Fault) {
    self.arguments = arguments
    name = arguments.positionals[0]
    if let photo = arguments["photo"], arguments["image"] == nil, arguments["on"] == nil {
      throw Fault(
        .keyOfOther(
          key: "photo", given: photo.text, belongsTo: "on=",
          remedy: "Say of which dataset: on=hands.test photo=\(photo.text)"), at: photo.span)
    }
    guard (arguments["image"] == nil) != (arguments["on"] == nil) else {
      throw Fault(.imageOrOn(isBoth: arguments["image"] != nil), at: arguments["on"]?.span ?? name.span)
    }
    if let photo = arguments["photo"], arguments["on"] == nil {
      throw Fault(
        .keyOfOther(key: "photo", given: photo.text, belongsTo: "on=", remedy: "Leave it out beside image=."),
        at: photo.span)
    }
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    var model = try session.model(name)
    if let scaling = arguments.word("cropAndScale").flatMap(CropAndScale.init) { model = model.scaled(by: scaling) }
    let place = arguments["image"]?.span ?? arguments["on"]?.span ?? name.span
    do {
      if case .network(let network) = model, network.isRegressor {
        return try numbers(of: network, in: session, on: stage)
      }
      let photos = try self.photos(in: session)
      let temperature = arguments.decimal("temperature")
      let answers = try session.answers(of: model, to: photos, stage: stage).map { answers in
        temperature.map { Temperature.apply($0, to: answers) } ?? answers
      }
      session.lastPrediction = LastPrediction(
        model: model.name, photos: photos, answers: answers.map { $0.first?.label ?? "" })
      return PredictionView(
        model: model, photos: photos, answers: answers, top: arguments.integer("top") ?? 3,
        reject: arguments.decimal("reject")
      ).rendering
    } catch let fault as Fault {
      throw fault.placed(at: fault.isAboutPhotos ? place : name.span)
    }
  }

  /// What a network that answers with numbers says of photos, or of the samples of a table.
  private func numbers(of model: NetworkModel, in session: Session, on stage: Stage) throws -> Rendering {
    do {
      if arguments["photo"] == nil, let on = arguments["on"] {
        let selection = try session.selection(on)
        let values = try session.probabilities(of: model, on: selection, stage: stage)
        let samples: [String] =
          switch selection {
          case .photos(let photos): photos.photos.map(\.shortName)
          case .table: (0..<selection.count).map(String.init)
          }
        return PredictedNumbersView(model: model, samples: samples, values: values).rendering
      }
      let photos = try self.photos(in: session)
      let values = try session.probabilities(of: model, onPhotos: photos, stage: stage)
      return PredictedNumbersView(model: model, samples: photos.map(\.shortName), values: values).rendering
    } catch let error as NetworkError {
      throw Fault(.network(model.name, error), at: name.span)
    }
  }

  private func photos(in session: Session) throws(Fault) -> [Photo] {
    if let on = arguments["on"] {
      let photos = try session.photos(on).photos
      return try arguments["photo"].map { (photo) throws(Fault) in
        [try PhotoFinder(text: on.word, photos: photos).find(photo)]
      } ?? photos
    }
    guard let image = arguments["image"] else { return [] }
    let url = try session.files.file(image)
    return [Photo(url: url, label: "", stamp: PhotoFolder.stamp(url))]
  }
}
