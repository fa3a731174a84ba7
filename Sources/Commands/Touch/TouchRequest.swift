import Foundation

/// What a view on a page says to the kernel: `{"ask": "watch", "id": 1, "model": "hand"}`,
/// `{"ask": "line", "id": 2, "act": "train", …}` or `{"ask": "act", "id": 3, "act": "pause", "model": "hand"}`.
struct TouchRequest: Decodable {
  /// What is wanted.
  enum Ask: Sendable {
    /// To be told from now on how a model stands.
    case watch(model: String)
    /// The line of an act, which is not done.
    case line(TouchAct)
    /// To do an act.
    case act(TouchAct)
    /// How photos of these names stand in a split, and to be told of every change from now on. A page that looks by itself does
    /// not have datasets of earlier sessions read.
    case photos(split: String, names: [String], isUnasked: Bool)
    /// To take a piece of a photo, whose bytes come beside the question.
    case piece(UploadPart)
    /// To ask models about a photo that was sent.
    case predict(models: [String], upload: String)
  }

  /// The number that its answer bears.
  let id: Int
  let ask: Ask

  /// The most photos that are asked about at once.
  private static let mostPhotos = 10_000
  /// The most models.
  private static let mostModels = 8

  private enum Key: String, CodingKey { case ask, id, model, split, photos, models, upload, isUnasked }
  private enum Word: String, Decodable { case watch, line, act, photos, piece, predict }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    id = try fields.decode(Int.self, forKey: .id)
    switch try fields.decode(Word.self, forKey: .ask) {
    case .watch: ask = .watch(model: try fields.text(.model))
    case .line: ask = .line(try TouchAct(from: decoder))
    case .act: ask = .act(try TouchAct(from: decoder))
    case .photos:
      let names = try fields.decode([String].self, forKey: .photos)
      guard names.count <= Self.mostPhotos else {
        throw Diagnostic(.statement(.touch(.tooLong("A list of photos", most: Self.mostPhotos))))
      }
      for name in names { try name.checkLength() }
      ask = .photos(
        split: try fields.text(.split), names: names,
        isUnasked: try fields.decodeIfPresent(Bool.self, forKey: .isUnasked) ?? false)
    case .piece: ask = .piece(try UploadPart(from: decoder).checked())
    case .predict:
      let models = try fields.decode([String].self, forKey: .models)
      guard models.count <= Self.mostModels else {
        throw Diagnostic(.statement(.touch(.tooLong("A list of models", most: Self.mostModels))))
      }
      for model in models { try model.checkLength() }
      ask = .predict(models: models, upload: try fields.text(.upload))
    }
  }
}

/// What a view is told.
enum TouchAnswer: Encodable, Sendable {
  /// The line of an act, and what came of it where it was done.
  case done(id: Int, line: String, told: String?)
  /// Why an act was not done; its line where it has one.
  case problem(id: Int?, String, line: String?)
  /// How photos of a split stand; without a number where they have changed since.
  case photos(id: Int?, split: String, PhotoState)
  /// What models answer to a photo.
  case answers(id: Int, [ModelAnswer])
  /// How a model stands.
  case state(ControlsState)
  /// The figure of a model's training, as HTML.
  case figure(String)

  private enum Key: String, CodingKey {
    case id, line, told, problem, state, figure, labels, photos, answers, split, counts, order
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    switch self {
    case .done(let id, let line, let told):
      try fields.encode(id, forKey: .id)
      try fields.encode(line, forKey: .line)
      try fields.encodeIfPresent(told, forKey: .told)
    case .problem(let id, let text, let line):
      try fields.encodeIfPresent(id, forKey: .id)
      try fields.encode(text, forKey: .problem)
      try fields.encodeIfPresent(line, forKey: .line)
    case .photos(let id, let split, let standing):
      try fields.encodeIfPresent(id, forKey: .id)
      try fields.encode(split, forKey: .split)
      try fields.encode(standing.labels, forKey: .labels)
      try fields.encode(standing.counts, forKey: .counts)
      try fields.encode(standing.photos, forKey: .photos)
      try fields.encode(standing.order, forKey: .order)
    case .answers(let id, let answers):
      try fields.encode(id, forKey: .id)
      try fields.encode(answers, forKey: .answers)
    case .state(let state): try fields.encode(state, forKey: .state)
    case .figure(let html): try fields.encode(html, forKey: .figure)
    }
  }

  /// What one model answers.
  struct ModelAnswer: Encodable, Sendable {
    let model: String
    /// The most probable classes; none where it cannot answer.
    var classes: [Class] = []
    /// Why it cannot.
    var problem: String?

    /// A class of an answer.
    struct Class: Encodable, Sendable {
      let label: String
      /// Its probability, 0 to 1, and the same for people.
      let share: Double, percent: String
    }
  }

  /// The answer as JSON.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "0", negativeInfinity: "0", nan: "0")
    return (try? encoder.encode(self)) ?? Data("{}".utf8)
  }
}
