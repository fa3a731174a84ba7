import Experiments
import Foundation
import Views

/// What a canvas asks.
struct DrawingRequest: Decodable {
  /// What is to be done with the drawing.
  enum Ask: String, Decodable { case predict, keep }

  let ask: Ask
  /// The model it was drawn for.
  let model: String
  /// The drawing, as `Strokes` reads it.
  let strokes: String
  /// Where drawings are kept.
  let keep: String?
  /// What it shows.
  let label: String?
  /// How many answers are wanted, 1 to 1000.
  let top: Int
  /// Whether it is brought to the middle first.
  let isCentered: Bool

  private enum Key: String, CodingKey { case ask, model, strokes, keep, label, top, center }

  /// Reads a question. What is missing, or is of another kind, has its default; the first three must be there.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    ask = try fields.decode(Ask.self, forKey: .ask)
    model = try fields.decode(String.self, forKey: .model)
    strokes = try fields.decode(String.self, forKey: .strokes)
    keep = try? fields.decode(String.self, forKey: .keep)
    label = try? fields.decode(String.self, forKey: .label)
    let wanted = try? fields.decode(Int.self, forKey: .top)
    top = min(max(wanted ?? DrawCommand.usualTop, 1), 1000)
    isCentered = (try? fields.decode(Bool.self, forKey: .center)) ?? true
  }
}

/// What a canvas is answered: the classes, that something was done, or why not.
enum DrawingAnswer: Encodable {
  /// The model's answers, most probable first.
  case classes([Class], picture: Data, remark: String?, line: String)
  /// What was done.
  case told(String)
  /// Why nothing was.
  case problem(String)

  /// One answer.
  struct Class: Encodable {
    let label: String
    /// Its probability, 0 to 1.
    let share: Double
    /// The same for people.
    let percent: String
  }

  private enum Key: String, CodingKey { case classes, picture, remark, line, told, problem }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    switch self {
    case .classes(let classes, let picture, let remark, let line):
      try fields.encode(classes, forKey: .classes)
      try fields.encode(picture, forKey: .picture)
      try fields.encodeIfPresent(remark, forKey: .remark)
      try fields.encode(line, forKey: .line)
    case .told(let text): try fields.encode(text, forKey: .told)
    case .problem(let text): try fields.encode(text, forKey: .problem)
    }
  }

  /// The answer as JSON.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A probability that is no number has no JSON.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "0", negativeInfinity: "0", nan: "0")
    return (try? encoder.encode(self)) ?? Data("{}".utf8)
  }
}
