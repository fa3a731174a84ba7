public import Experiments
public import Figures
import Foundation
public import Pictures
public import Training

/// How a canvas, and a model's answer to what was drawn, are shown.
public enum DrawingView {
  /// The type by which pages with Whet's extension know a canvas.
  public static let mimeType = "application/vnd.whet.drawing+json"

  /// What a canvas is made of; the page sends it back with every question.
  public struct Canvas: Encodable {
    let model: String
    let keep: String?
    let label: String?
    /// The classes offered for keeping.
    let labels: [String]
    let top: Int
    let center: Bool
    /// The side of the sheet and the thickness of the pen's line.
    var canvas = Strokes.side, line = Strokes.thickness

    /// A canvas that is asked of a model, its drawings kept in `keep` under a label.
    public init(model: String, keep: String?, label: String?, labels: [String], top: Int, center: Bool) {
      (self.model, self.keep, self.label, self.labels) = (model, keep, label, labels)
      (self.top, self.center) = (top, center)
    }
  }

  /// A canvas to draw on; where no page brings it to life, how to have one.
  public static func canvas(_ canvas: Canvas) -> Rendering {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(canvas)).map { String(decoding: $0, as: UTF8.self) }
    var rendering = Rendering.text(
      """
      A canvas to draw on for \(canvas.model) appears here in JupyterLab and Notebook with Whet's extension, which \
      `whet install` puts beside the kernel: install it and reload the page.
      Without it a drawing can be typed: draw \(canvas.model) strokes="M60,40 L160,40 90,190"
      """)
    rendering.live = json.map { Rendering.LiveContent(mimeType: mimeType, json: $0) }
    return rendering
  }

  /// What a model says to a drawing, beside what it saw.
  public static func answers(_ answers: [LabelProbability], to pixels: [UInt8], of drawable: Drawable) -> Rendering {
    let name = drawable.model.name
    let picture = Self.picture(pixels, width: drawable.width, height: drawable.height)
    let rows: [[Table.Cell]] = answers.enumerated().map { index, answer in
      [
        index == 0 ? thumbnail(picture) : .text(""), .text(answer.label, index == 0 ? .strong : .none),
        Table.Cell(.share(answer.probability, decimals: 1)),
      ]
    }
    return Table(
      caption: "\(name): \(answers.first?.label ?? "–")",
      columns: [Table.Column("drawing"), Table.Column("answer"), Table.Column("probability")], rows: rows,
      note: drawable.isFresh ? freshRemark(name) : nil
    ).rendering
  }

  /// What is said of a model that has learnt nothing.
  public static func freshRemark(_ name: String) -> String { "\(name) has learnt nothing yet." }

  /// Shades as a picture.
  public static func picture(_ pixels: [UInt8], width: Int, height: Int) -> Picture {
    Picture(width: width, height: height, pixels: pixels.flatMap { [$0, $0, $0] })
  }

  private static func thumbnail(_ picture: Picture) -> Table.Cell {
    guard let address = try? picture.pngDataURI() else { return "" }
    return .picture(Thumbnail(source: address, description: "", width: 84))
  }
}
