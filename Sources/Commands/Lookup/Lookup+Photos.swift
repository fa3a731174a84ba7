import CommandLanguage
import Experiments
import Foundation
import Language
import Training

extension Lookup {
  /// The photo dataset of a name, and the folder to change it in.
  ///
  /// - Throws: `NameError.unknownDataset`, `NameError.noPhotos`, `DataDiagnostic.sampleData`.
  func workFolder(_ value: CheckedValue) throws -> WorkFolder {
    guard let dataset = workspace.datasets[value.word] else {
      throw Diagnostic(.unknownDataset(value.word, known: workspace.datasets.keys.sorted()), at: value.span)
    }
    guard case .photos(let photos) = dataset else { throw Diagnostic(.noPhotos(value.word), at: value.span) }
    return try Diagnostic.placing(at: value.span) { try WorkFolder(photos, in: workspace.files) }
  }

  /// The split that a value names, which may have no photos, and the folder to change it in.
  ///
  /// - Throws: as `workFolder`, `NameError.unknownSplit`, and `DataDiagnostic.Photo.whichSplit` for a dataset with several.
  func workSplit(_ value: CheckedValue) throws -> (work: WorkFolder, split: PhotoSplit) {
    let word = value.word
    let name = workspace.datasets[word] != nil ? word : String(word.prefix { $0 != "." })
    let work = try workFolder(CheckedValue(name, at: value.span, text: value.text))
    let splits = work.dataset.splits
    guard name != word else {
      guard splits.count == 1 else {
        throw Diagnostic(.data(.photo(.whichSplit(splits.map { "\(name).\($0.name)" }))), at: value.span)
      }
      return (work, splits[0])
    }
    let wanted = String(word.dropFirst(name.count + 1))
    guard let split = work.dataset.split(wanted) else {
      throw Diagnostic(.unknownSplit(wanted, dataset: name, known: splits.map(\.name)), at: value.span)
    }
    return (work, split)
  }

  /// The photo of a dataset whose name begins like this, else the file of this path.
  ///
  /// - Parameters:
  ///   - value: The beginning of a name, or a path.
  ///   - label: The class of a file that lies in no dataset.
  /// - Returns: The photo.
  /// - Throws: `EvidenceDiagnostic.manyPhotos` where several names begin so, `FileError.missing` where there is none.
  func photo(_ value: CheckedValue, label: String?) throws -> Photo {
    var found: [Photo] = []
    for case .photos(let dataset) in workspace.datasets.values {
      found += dataset.splits.flatMap(\.photos).filter { $0.name.hasPrefix(value.word) }
    }
    let urls = Set(found.map(\.url))
    if urls.count == 1, let photo = found.first { return photo }
    if let exact = found.first(where: { $0.name == value.word }),
      urls.count(where: { $0.lastPathComponent == value.word }) == 1
    {
      return exact
    }
    guard urls.isEmpty else {
      throw Diagnostic(.evidence(.manyPhotos(value.word, Set(found.map(\.name)).sorted())), at: value.span)
    }
    let url: URL
    do {
      url = try workspace.files.file(value)
    } catch {
      let names = workspace.datasets.values.compactMap {
        if case .photos(let dataset) = $0 { dataset.name } else { nil }
      }
      .sorted()
      guard case .experiment(.data(.file(.missing)))? = error.mistake, !names.isEmpty else { throw error }
      let example = workspace.datasets[names[0]].flatMap {
        if case .photos(let one) = $0 { one.splits.last?.photos.first } else { nil }
      }
      throw Diagnostic(
        .evidence(.noPhoto(value.word, datasets: names, example: example.map { String($0.name.prefix(8)) })),
        at: value.span)
    }
    for case .photos(let dataset) in workspace.datasets.values {
      let same = dataset.splits.flatMap(\.photos).first { $0.url.standardizedFileURL == url.standardizedFileURL }
      if let same { return same }
    }
    return Photo(url: url, label: label ?? "", stamp: PhotoFolder.stamp(url))
  }

  /// A photo alone, with the classes of the dataset it is from, or of what a model learnt from.
  func alone(_ photo: Photo, model: Model, at span: Span) throws -> PhotoSelection {
    PhotoSelection(text: photo.shortName, dataset: try home(of: photo, model: model, at: span), photos: [photo])
  }

  private func home(of photo: Photo, model: Model, at span: Span) throws -> PhotoDataset {
    var photos: [PhotoDataset] = []
    for case .photos(let dataset) in workspace.datasets.values.sorted(by: { $0.name < $1.name }) {
      photos.append(dataset)
    }
    let own = photos.first { $0.splits.contains { $0.photos.contains { $0.url == photo.url } } }
    guard let dataset = own ?? photos.first else {
      throw Diagnostic(.evidence(.whichDataset(command: "explain", models: model.name, known: [])), at: span)
    }
    return dataset
  }

  /// The photos a model learnt from, without one.
  ///
  /// - Throws: `NameError.noTrainingSet` where they are not known any more.
  func photosLearnt(by model: Model, without photo: Photo, at span: Span) throws -> PhotoSelection {
    let dataset = try home(of: photo, model: model, at: span)
    var photos: [Photo]
    var text = "\(dataset.name).train"
    switch model {
    case .hybrid(let hybrid):
      return try photosLearnt(by: .neighbors(hybrid.neighbors), without: photo, at: span)
    case .neighbors(let model):
      let known = workspace.catalogue.photosByIdentity
      photos = model.memory.keys.compactMap { $0.flatMap { known[$0] } }
    case .network(let model):
      let alone = Selection.photos(PhotoSelection(text: dataset.name, dataset: dataset, photos: [photo]))
      guard case .photos(let learnt)? = workspace.samplesLearnt(by: model, askedAbout: alone) else {
        throw Diagnostic(
          .noTrainingSet(model: model.name, selections: workspace.selections(for: .network(model), split: "train")),
          at: span)
      }
      (photos, text) = (learnt.photos, learnt.text)
    }
    photos.removeAll { $0.url == photo.url }
    guard photos.count > 1 else {
      throw Diagnostic(
        .noTrainingSet(model: model.name, selections: workspace.selections(for: model, split: "train")), at: span)
    }
    return PhotoSelection(text: text, dataset: dataset, photos: photos)
  }
}

extension PhotoDataset {
  /// The class of a value, in the dataset's spelling.
  ///
  /// - Throws: `DataDiagnostic.Classes.noSuchClass`.
  func label(_ value: CheckedValue) throws -> String {
    guard let place = LabelSpelling.position(of: value.word, in: labels) else {
      throw Diagnostic(.data(.classes(.noSuchClass(value.word, dataset: name, known: labels))), at: value.span)
    }
    return labels[place]
  }
}
