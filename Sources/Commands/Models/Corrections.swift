import Experiments
import Figures
import Foundation
import Language
import Networks
import Tensors
import Training

/// A photo whose answer a reader corrected, waiting to be learnt from.
struct Correction: Sendable {
  /// The photo, under its true class.
  let photo: Photo
  /// What the model said.
  let answer: String
}

/// What was last asked, so that it can be corrected.
struct LastPrediction: Sendable {
  /// The model that was asked.
  let model: String
  /// The photos it was asked about, and its answers.
  let photos: [Photo], answers: [String]
}

extension Session {
  /// How the queue of corrections is called where a split may stand.
  static let correctionsName = "corrections"

  /// Puts a corrected photo into the queue, in place of an earlier correction of the same photo.
  func queue(_ correction: Correction) {
    corrections.removeAll { $0.photo.url == correction.photo.url }
    corrections.append(correction)
  }

  /// The queue as photos to learn from: the classes in the order of the model that was asked, then new ones.
  ///
  /// - Throws: `FileFact.noCorrections` where it is empty.
  func correctedPhotos() throws(Fault) -> PhotoSelection {
    guard !corrections.isEmpty else { throw Fault(.file(.noCorrections)) }
    var labels: [String] = []
    if case .network(let model)? = lastPrediction.flatMap({ models[$0.model] }) { labels = model.classes }
    for correction in corrections where LabelSpelling.position(of: correction.photo.label, in: labels) == nil {
      labels.append(correction.photo.label)
    }
    let photos = corrections.map(\.photo)
    let dataset = PhotoDataset(
      name: Self.correctionsName, folder: files.workingFolder, labels: labels,
      splits: [PhotoSplit(name: "train", photos: photos)], skipped: [], isSplit: false)
    return PhotoSelection(text: Self.correctionsName, dataset: dataset, photos: photos)
  }

  /// A model's answers to photos, most probable first; of equally probable ones the model's own answer, then their order.
  ///
  /// - Throws: `Fault` where a photo cannot be read, `Interruption`.
  func answers(of model: Model, to photos: [Photo], stage: Stage) throws -> [[LabelProbability]] {
    do {
      switch model {
      case .neighbors(let model):
        return try votes(of: model, on: photos, stage: stage).map { vote in
          vote.probabilities.mostProbableFirst(answer: vote.label)
        }
      case .network(let model):
        guard !model.isRegressor else { throw Fault(.file(.answersNumbers(model.name))) }
        let probabilities = try probabilities(of: model, onPhotos: photos, stage: stage)
        return photos.indices.map { index in
          zip(model.labels, probabilities.row(index)).map { LabelProbability(label: $0, probability: Double($1)) }
            .mostProbableFirst(answer: nil)
        }
      }
    } catch let error as TrainingError {
      throw Fault(.training(model.name, error))
    } catch let error as NetworkError {
      throw Fault(.network(model.name, error))
    }
  }
}

extension [LabelProbability] {
  /// Most probable first; of equally probable ones the model's own answer, then their order. A label that several outputs
  /// share stands once, with the larger of its probabilities.
  func mostProbableFirst(answer: String?) -> [LabelProbability] {
    var seen: Set<String> = []
    return enumerated().sorted { one, other in
      if one.element.probability != other.element.probability {
        return one.element.probability > other.element.probability
      }
      if (one.element.label == answer) != (other.element.label == answer) { return one.element.label == answer }
      return one.offset < other.offset
    }.map(\.element).filter { seen.insert($0.label).inserted }
  }
}

extension Session {
  /// Has a model learn from the corrections that wait; shows each photo's answer before and after, and empties the queue.
  ///
  /// - Throws: what `learn` throws; the queue then stays as it is.
  func learnFromCorrections(
    _ model: Model, on stage: Stage, at span: Span, _ learn: () throws -> Rendering?
  ) throws -> Rendering? {
    do {
      let waiting = try correctedPhotos().photos
      let known = corrections
      let before = try answers(of: model, to: waiting, stage: stage)
      if let rendering = try learn() { stage.show(rendering) }
      let after = try answers(of: models[model.name] ?? model, to: waiting, stage: stage)
      corrections = []
      return CorrectionView(model: model.name, corrections: known, before: before, after: after).rendering
    } catch let fault as Fault {
      throw fault.placed(at: span)
    }
  }
}
