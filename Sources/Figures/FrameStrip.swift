/// Frames side by side in a window as wide as one of them: the scroll bar below is the slider. It is plain HTML with
/// styles that survive cleaning, so it moves without a kernel, without scripts, and in exported pages.
public struct FrameStrip: Sendable, Equatable {
  /// What stands above.
  public var title: String
  /// The frames, from left to right.
  public var frames: [Frame]
  /// How wide the window is, in pixels.
  public var width: Int

  /// One frame: what it shows, and what stands above it.
  public struct Frame: Sendable, Equatable {
    /// What stands above the figure, for example the epoch.
    public var caption: String
    /// The figure.
    public var figure: Rendering

    /// Makes a frame.
    public init(_ caption: String, _ figure: Rendering) {
      self.caption = caption
      self.figure = figure
    }
  }

  /// Makes a strip.
  public init(title: String, frames: [Frame], width: Int = 720) {
    self.title = title
    self.frames = frames
    self.width = width
  }

  /// The strip in both its forms.
  public var rendering: Rendering { Rendering(html: html, plainText: plainText) }

  private var html: String {
    var lines = [
      "<div style=\"font-weight:bold;margin-bottom:4px\">\(MarkupEscape.text(title))</div>",
      "<div role=\"group\" aria-label=\"\(MarkupEscape.attribute(title))\" tabindex=\"0\" style=\"display:flex;"
        + "overflow-x:scroll;scroll-snap-type:x mandatory;width:\(width)px;max-width:100%;border:1px solid #888888;"
        + "border-radius:3px\">",
    ]
    for (place, frame) in frames.enumerated() {
      lines.append(
        "<div style=\"flex:0 0 100%;min-width:0;overflow-x:auto;box-sizing:border-box;padding:8px;scroll-snap-align:start\">"
          + "<div style=\"margin-bottom:4px\"><b>\(MarkupEscape.text(frame.caption))</b> "
          + "<span style=\"opacity:0.7\">\(place + 1) of \(frames.count)</span></div>"
          + (frame.figure.html ?? "<pre>\(MarkupEscape.text(frame.figure.plainText))</pre>") + "</div>")
    }
    lines.append("</div>")
    if frames.count > 1 {
      lines.append("<div style=\"font-size:12px;opacity:0.75\">← scroll, or the arrow keys →</div>")
    }
    return lines.joined(separator: "\n")
  }

  /// The first and the last frame, and how many lie between them.
  private var plainText: String {
    guard let first = frames.first, let last = frames.last else { return title }
    var lines = ["\(title): \(frames.count) \(frames.count == 1 ? "frame" : "frames")", first.caption]
    lines.append(first.figure.plainText)
    guard frames.count > 1 else { return lines.joined(separator: "\n") }
    if frames.count > 2 { lines.append("⋯") }
    return (lines + [last.caption, last.figure.plainText]).joined(separator: "\n")
  }
}
