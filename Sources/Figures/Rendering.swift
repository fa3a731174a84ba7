/// What a figure becomes: the same content as HTML, as a free-standing SVG and as text.
///
/// The text is always there: it is what consoles, version control and front ends that distrust a notebook show.
public struct Rendering: Sendable, Equatable {
  /// Content for `text/html`, to be placed into a page: follows the page's colours, gives tooltips.
  public var html: String?

  /// Content for `image/svg+xml`: a drawing that needs nothing around it.
  public var svg: String?

  /// Content for `text/plain`.
  public var plainText: String

  /// Content for a page that knows how to bring it to life, such as a canvas; shown instead of all others there.
  public var live: LiveContent?

  /// The work whose progress the figure shows; nil where it will not change any more.
  public var unfinished: Unfinished?

  /// Gathers the forms of a figure.
  public init(html: String? = nil, svg: String? = nil, plainText: String, live: LiveContent? = nil) {
    self.html = html
    self.svg = svg
    self.plainText = plainText
    self.live = live
  }

  /// A drawing in all its forms: an image in HTML, so that it is seen in notebooks that are not trusted, too.
  ///
  /// - Parameters:
  ///   - scene: The drawing.
  ///   - width: How wide a page may show it, in pixels; nil for its own width.
  ///   - plainText: The same in words and numbers.
  init(drawing scene: Scene, upTo width: Double? = nil, plainText: String) {
    let svg = SVGPrinter().print(scene)
    self.init(
      html: SVGPrinter.figure(scene, svg: svg, upTo: width ?? scene.width), svg: svg, plainText: plainText)
  }

  /// What a page can bring to life.
  public struct LiveContent: Sendable, Equatable {
    /// The MIME type by which a page knows it.
    public let mimeType: String
    /// What it is made of: a JSON document.
    public let json: String

    /// Content of a type.
    public init(mimeType: String, json: String) { (self.mimeType, self.json) = (mimeType, json) }
  }

  /// Work that goes on, so that a page on which its figure was left can ask what has become of it.
  public struct Unfinished: Sendable, Equatable {
    /// The number of the training among the runs that are written down; nil for other work.
    public var run: Int?
    /// How many epochs the model had before the training.
    public var epochsBefore: Int

    /// A training by its number, or other work.
    public init(run: Int? = nil, epochsBefore: Int = 0) { (self.run, self.epochsBefore) = (run, epochsBefore) }
  }

  /// A sentence or several, without figure. Line ends are kept, also by front ends that strip styles.
  public static func text(_ text: String) -> Rendering {
    Rendering(
      html: "<div style=\"white-space:pre-wrap\">\(MarkupEscape.text(text).replacing("\n", with: "<br>"))</div>",
      plainText: text)
  }

  /// Several figures one below the other.
  ///
  /// Each form holds those figures that have it; in HTML a figure that has only a drawing becomes an image, and one that
  /// has only text becomes preformatted text, so that nothing is lost there.
  public static func stacked(_ parts: [Rendering]) -> Rendering {
    guard let first = parts.first, parts.count > 1 else { return parts.first ?? Rendering(plainText: "") }
    let drawings = parts.compactMap(\.svg)
    let blocks = parts.map { "<div style=\"margin:0 0 10px 0\">\($0.embedded)</div>" }
    return Rendering(
      html: blocks.joined(separator: "\n"),
      svg: drawings.count > 1 ? SVGStack.stacked(drawings) : drawings.first,
      plainText: parts.dropFirst().reduce(first.plainText) { $0 + "\n\n" + $1.plainText })
  }

  /// The figure as a piece of HTML, whatever it has.
  var embedded: String {
    html ?? svg.map { SVGPrinter.image(of: $0, description: plainText) } ?? "<pre>\(MarkupEscape.text(plainText))</pre>"
  }
}
