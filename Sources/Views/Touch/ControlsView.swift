public import Figures
import Foundation
import Networks
public import Training
import Wording

/// The controls of a network's training on a page, and what other front ends show in their place.
public struct ControlsView: Encodable {
  /// The type by which pages with Whet's extension know views that are touched.
  public static let mimeType = "application/vnd.whet.touch+json"

  private let view = "controls"
  private let model: String
  private let on: String
  private let validate: [String]
  private let epochs: Int
  private let learningRate: Double
  private let miniBatchSize: Int
  private let augment: [String]
  /// What the network's rules allow: the values one by one, or the least and the most.
  private let allowed: [String: Allowed]
  /// The line that begins the training.
  private let line: String

  private struct Allowed: Encodable {
    var values: [Double]?
    var least: Double?
    var most: Double?
  }

  /// Takes what is to be set.
  ///
  /// - Parameters:
  ///   - model: The network.
  ///   - on: The samples to learn from, as typed.
  ///   - validate: Those to evaluate after every epoch, as typed.
  ///   - settings: The settings to begin with.
  ///   - augment: The ways of varying photos, as typed.
  ///   - limits: What the network's rules allow.
  ///   - line: The line that begins the training.
  public init(
    model: String, on: String, validate: [String], settings: TrainingSettings, augment: [String],
    limits: TrainingLimits, line: String
  ) {
    (self.model, self.on, self.validate, self.augment, self.line) = (model, on, validate, augment, line)
    (epochs, miniBatchSize) = (settings.epochs, settings.miniBatchSize)
    learningRate = settings.optimizer.learningRate
    allowed = [SettingError.Name.epochs, .miniBatchSize, .learningRate].reduce(into: [:]) { allowed, name in
      switch limits[name] {
      case .set(let values): allowed[name.rawValue] = Allowed(values: values)
      case .interval(let least, let most, _, _):
        allowed[name.rawValue] = Allowed(
          least: least.isFinite ? least : nil, most: most.isFinite ? most : nil)
      case nil: break
      }
    }
  }

  /// The controls; where no page brings them to life, a table of the settings, and the line.
  public var rendering: Rendering {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    let rows: [(String, String)] = [
      ("on", on), ("validate", validate.isEmpty ? "–" : validate.joined(separator: ", ")), ("epochs", "\(epochs)"),
      ("learningRate", Numbers.short(learningRate)), ("miniBatchSize", "\(miniBatchSize)"),
      ("augment", augment.isEmpty ? "–" : augment.joined(separator: ", ")),
    ]
    var rendering = Table(
      caption: "Training of \(model)", columns: [Table.Column("setting"), Table.Column("value")],
      rows: rows.map { [.text($0.0, .muted), .text($0.1)] },
      note: """
        The line that trains so: \(line)
        Controls to move appear here in JupyterLab and Notebook with Whet's extension, which `whet install` puts beside the kernel.
        """
    ).rendering
    rendering.live = json.map { Rendering.LiveContent(mimeType: Self.mimeType, json: $0) }
    return rendering
  }
}
