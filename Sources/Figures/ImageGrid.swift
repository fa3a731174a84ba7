/// Pictures in groups, for example the photos of each class.
public struct ImageGrid: Sendable, Equatable {
  /// What stands above all.
  public var title: String?
  /// The groups, from top to bottom.
  public var groups: [Group]
  /// How many pictures stand side by side.
  public var columns: Int
  /// How wide a picture is shown where there is room, in pixels.
  public var imageWidth: Int
  /// What stands below all.
  public var note: String?

  /// Makes a grid.
  ///
  /// Precondition: there is at least one column.
  public init(
    title: String? = nil, groups: [Group], columns: Int = 10, imageWidth: Int = 84, note: String? = nil
  ) {
    precondition(columns > 0, "a grid without columns")
    self.title = title
    self.groups = groups
    self.columns = columns
    self.imageWidth = imageWidth
    self.note = note
  }

  /// The grid in both its forms. It is no drawing of ours, so it has no SVG.
  public var rendering: Rendering { Rendering(html: html, plainText: plainText) }

  /// Pictures that belong together.
  public struct Group: Sendable, Equatable {
    /// What they have in common, for example their label.
    public var title: String
    /// The pictures that are shown.
    public var items: [Item]
    /// How many pictures the group has, when not all are shown.
    public var total: Int
    /// The class of a split whose photos these are; nil where they are others.
    public var place: PhotoReference.Place?

    /// Makes a group.
    public init(title: String, items: [Item], total: Int? = nil, place: PhotoReference.Place? = nil) {
      self.title = title
      self.place = place
      self.items = items
      self.total = max(total ?? items.count, items.count)
    }
  }

  /// One picture.
  public struct Item: Sendable, Equatable {
    /// The picture's `data:image/…` address; nil for one that cannot be shown.
    public var source: String?
    /// What stands below it.
    public var caption: String
    /// Whether it is right or wrong.
    public var badge: Badge?
    /// What shows when the pointer rests on it, and is read out in its place.
    public var description: String
    /// Which photo it is of, where pages may touch it.
    public var photo: PhotoReference?

    /// Makes an item.
    public init(
      source: String?, caption: String, badge: Badge? = nil, description: String? = nil, photo: PhotoReference? = nil
    ) {
      self.photo = photo
      self.source = source
      self.caption = caption
      self.badge = badge
      self.description = description ?? caption
    }
  }
}

// MARK: - Forms

extension ImageGrid {
  /// The grid as HTML, in styles that survive cleaning. A grid wider than the page scrolls by itself.
  public var html: String {
    var lines = [WideBlock.opening]
    if let title { lines.append("<div style=\"font-weight:bold;margin-bottom:4px\">\(MarkupEscape.text(title))</div>") }
    for group in groups {
      if let place = group.place { lines.append("<div data-whet-class=\"\"\(place.attributes)>") }
      lines.append(
        "<div style=\"margin:6px 0 3px 0\"><b>\(MarkupEscape.text(group.title))</b> "
          + "<span style=\"opacity:0.7\">\(MarkupEscape.text(Self.count(group)))</span></div>")
      let width = columns * (imageWidth + 6)
      lines.append(
        "<div style=\"display:grid;grid-template-columns:repeat(\(columns),minmax(40px,1fr));gap:6px;"
          + "max-width:\(width)px\">")
      lines += group.items.map(figure)
      lines.append("</div>")
      if group.place != nil { lines.append("</div>") }
    }
    if let note {
      let text = MarkupEscape.text(note).replacing("\n", with: "<br>")
      lines.append("<div style=\"font-size:12px;opacity:0.75\">\(text)</div>")
    }
    return (lines + [WideBlock.closing]).joined(separator: "\n")
  }

  private func figure(_ item: Item) -> String {
    let badge = item.badge.map { "<span role=\"img\" aria-label=\"\($0.word)\">\($0.sign)</span> " } ?? ""
    let title = "title=\"\(MarkupEscape.attribute(item.description))\""
    // Where styles are stripped, pictures without words below them still stand side by side.
    if item.caption.isEmpty, item.badge == nil { return "<span style=\"min-width:0\">\(picture(item, title))</span>" }
    let caption =
      "<figcaption \(title) style=\"font-size:11px;line-height:1.3;opacity:0.8;overflow:hidden;"
      + "text-overflow:ellipsis;white-space:nowrap\">\(badge)\(MarkupEscape.text(item.caption))</figcaption>"
    return "<figure style=\"margin:0;min-width:0\">\(picture(item, title))\(caption)</figure>"
  }

  private func picture(_ item: Item, _ title: String) -> String {
    guard let source = item.source, source.hasPrefix("data:image/") else {
      return
        "<div \(title)\(item.photo?.attributes ?? "") style=\"border:1px dashed #888888;border-radius:3px;text-align:center;padding:35% 0\">–</div>"
    }
    return "<img src=\"\(MarkupEscape.attribute(source))\" alt=\"\(MarkupEscape.attribute(item.description))\" \(title)"
      + "\(item.photo?.attributes ?? "") "
      + "style=\"display:block;width:100%;height:auto;margin:0;border-radius:3px\">"
  }

  /// The groups with their counts, and what stands below the pictures.
  public var plainText: String {
    var lines = title.map { [$0] } ?? []
    for group in groups {
      lines.append("\(group.title)  \(Self.count(group))")
      let captions = group.items.map { ($0.badge.map { "\($0.sign) " } ?? "") + $0.caption }.filter { !$0.isEmpty }
      for start in stride(from: 0, to: captions.count, by: columns) {
        lines.append("  " + captions[start..<min(start + columns, captions.count)].joined(separator: "  "))
      }
    }
    if let note { lines.append(note) }
    return lines.joined(separator: "\n")
  }

  static func count(_ group: Group) -> String {
    let total = "\(NumberFormat.integer.text(Double(group.total))) \(group.total == 1 ? "picture" : "pictures")"
    return group.items.count == group.total ? total : "\(total), \(group.items.count) shown"
  }
}
