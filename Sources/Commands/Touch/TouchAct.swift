import Experiments
import Foundation
import Wording

/// What is done by touching a view: each act is a line that a cell could hold.
enum TouchAct: Sendable {
  /// Train in the background.
  case train(TouchedTraining)
  /// Take up the stopped training of a model, at another learning rate where one is given.
  case goOn(model: String, learningRate: Double?)
  /// Have the training of a model go on at another learning rate.
  case setRate(model: String, learningRate: Double)
  /// Stop the training of a model; what it learnt is kept.
  case pause(model: String)
  /// Have a model forget what it learnt.
  case reset(model: String)
  /// Give photos of a split another class.
  case relabel(split: String, [TouchedPhoto], to: String)
  /// Remove photos of a split.
  case remove(split: String, [TouchedPhoto])
  /// Add a photo that the page has sent to a class of a split.
  case add(split: String, upload: String, label: String)
  /// Make a new class of a dataset.
  case addClass(dataset: String, String)
  /// Take back the last change, or do again what was taken back.
  case undo, redo

  /// The line.
  ///
  /// - Parameter workspace: Where photos are looked up.
  /// - Returns: A statement on one line.
  /// - Throws: `TouchDiagnostic.noVariation`, `TouchDiagnostic.photoIsGone`.
  func line(in workspace: Workspace) throws -> String {
    switch self {
    case .relabel(let split, let photos, let label):
      "relabel \(LanguageText.value(split)) \(try TouchedPhoto.words(photos, of: split, in: workspace)) "
        + "to=\(LanguageText.value(label))"
    case .remove(let split, let photos):
      "remove \(LanguageText.value(split)) \(try TouchedPhoto.words(photos, of: split, in: workspace))"
    case .train(let training): try training.line()
    case .goOn(let model, let rate):
      "train \(LanguageText.value(model))" + (rate.map { " learningRate=\(Numbers.short($0))" } ?? "")
        + " background=true"
    case .setRate(let model, let rate): "set \(LanguageText.value(model)) learningRate=\(Numbers.short(rate))"
    case .pause(let model): "stop \(LanguageText.value(model))"
    case .reset(let model): "reset \(LanguageText.value(model))"
    case .add(let split, let path, let label):
      "add \(LanguageText.value(split)) \(LanguageText.value(path)) label=\(LanguageText.value(label))"
    case .addClass(let dataset, let label): "class \(LanguageText.value(dataset)) add=\(LanguageText.value(label))"
    case .undo: "undo"
    case .redo: "redo"
    }
  }

  /// The same act with the photo it is about, which the page has sent, as a file beside the notebook.
  ///
  /// - Parameters:
  ///   - uploads: Has what pages have sent.
  ///   - view: The view that sent it.
  ///   - files: Where files are written.
  /// - Returns: The act, and the path of the file that was written for it.
  /// - Throws: `TouchDiagnostic.upload`.
  func withFile(
    from uploads: TouchUploads, of view: String, in files: DataFolder
  ) throws -> (act: TouchAct, path: String?) {
    guard case .add(let split, let word, let label) = self else { return (self, nil) }
    let photo = try uploads.collect(word, from: view)
    let path: String
    do { path = try photo.keep(in: files) } catch {
      throw Diagnostic(.statement(.touch(.upload(.notWritten(files.short(files.destination(SentPhoto.folder)))))))
    }
    return (.add(split: split, upload: path, label: label), path)
  }
}

/// A training as the controls of a model set it.
struct TouchedTraining: Sendable, Decodable {
  let model: String
  let on: String?
  let validate: [String]
  let epochs: Int?
  let learningRate: Double?
  let miniBatchSize: Int?
  /// The ways of varying photos, each as one would type it.
  let augment: [String]

  /// The line that trains so in the background.
  ///
  /// - Throws: `TouchDiagnostic.noVariation`.
  func line() throws -> String {
    var words = ["train", LanguageText.value(model)]
    if let on { words.append("on=\(LanguageText.value(on))") }
    if validate.count == 1 { words.append("validate=\(LanguageText.value(validate[0]))") }
    if validate.count > 1 { words.append("validate=[\(validate.map(LanguageText.value).joined(separator: ", "))]") }
    if let epochs { words.append("epochs=\(epochs)") }
    if let learningRate { words.append("learningRate=\(Numbers.short(learningRate))") }
    if let miniBatchSize { words.append("miniBatchSize=\(miniBatchSize)") }
    if !augment.isEmpty {
      for way in augment {
        guard way.wholeMatch(of: #/[A-Za-z]{1,40}(\([0-9a-zA-Z=., -]{0,40}\))?/#) != nil else {
          throw Diagnostic(.statement(.touch(.noVariation(way))))
        }
      }
      words.append("augment=[\(augment.joined(separator: ", "))]")
    }
    return (words + ["background=true"]).joined(separator: " ")
  }
}

extension TouchAct: Decodable {
  private enum Key: String, CodingKey { case act, model, learningRate, split, photos, to, upload, label, dataset }
  private enum Word: String, Decodable {
    case train, goOn, setRate, pause, reset, relabel, remove, add, addClass, undo, redo
  }

  /// Reads an act; a text, a list or a number beyond its bounds is none.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func model() throws -> String { try fields.text(.model) }
    func rate() throws -> Double? { try fields.decodeIfPresent(Double.self, forKey: .learningRate) }
    func photos() throws -> [TouchedPhoto] {
      let photos = try fields.decode([TouchedPhoto].self, forKey: .photos)
      try photos.checkCount()
      guard !photos.isEmpty else { throw Diagnostic(.statement(.touch(.unknown))) }
      for photo in photos { try photo.check() }
      return photos
    }
    switch try fields.decode(Word.self, forKey: .act) {
    case .train: self = .train(try TouchedTraining(from: decoder).checked())
    case .goOn: self = .goOn(model: try model(), learningRate: try rate())
    case .setRate:
      self = .setRate(model: try model(), learningRate: try fields.decode(Double.self, forKey: .learningRate))
    case .pause: self = .pause(model: try model())
    case .reset: self = .reset(model: try model())
    case .relabel: self = .relabel(split: try fields.text(.split), try photos(), to: try fields.text(.to))
    case .remove: self = .remove(split: try fields.text(.split), try photos())
    case .add:
      self = .add(split: try fields.text(.split), upload: try fields.text(.upload), label: try fields.text(.label))
    case .addClass: self = .addClass(dataset: try fields.text(.dataset), try fields.text(.label))
    case .undo: self = .undo
    case .redo: self = .redo
    }
  }

  /// The longest text of an act, in UTF-8.
  static let longestText = 1000
  /// The most members of a list.
  static let mostMembers = 1000
}

extension TouchedTraining {
  fileprivate func checked() throws -> TouchedTraining {
    for text in [model, on].compactMap(\.self) + validate + augment { try text.checkLength() }
    try validate.checkCount()
    try augment.checkCount()
    return self
  }
}

extension KeyedDecodingContainer {
  /// A text that is not too long.
  ///
  /// - Throws: `TouchDiagnostic.tooLong`, `DecodingError`.
  func text(_ key: Key) throws -> String {
    let text = try decode(String.self, forKey: key)
    try text.checkLength()
    return text
  }
}

extension String {
  func checkLength() throws {
    guard utf8.count <= TouchAct.longestText else {
      throw Diagnostic(.statement(.touch(.tooLong("A text", most: TouchAct.longestText))))
    }
  }
}

extension Array {
  func checkCount() throws {
    guard count <= TouchAct.mostMembers else {
      throw Diagnostic(.statement(.touch(.tooLong("A list", most: TouchAct.mostMembers))))
    }
  }
}
