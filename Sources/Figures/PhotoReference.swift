/// Which photo of which dataset a picture is of: what a page on which photos are touched says to the kernel of it.
public struct PhotoReference: Sendable, Equatable {
  /// The split it is in, and the class it is of there.
  public var place: Place
  /// The file's name.
  public var name: String

  /// A class of a split.
  public struct Place: Sendable, Equatable {
    /// The split, as one would type it: `pets.train`.
    public var split: String
    /// The class.
    public var label: String

    /// Names a class of a split.
    public init(split: String, label: String) { (self.split, self.label) = (split, label) }

    /// The attributes of an element of HTML, with a blank before them.
    var attributes: String {
      " data-whet-split=\"\(MarkupEscape.attribute(split))\" data-whet-label=\"\(MarkupEscape.attribute(label))\""
    }
  }

  /// Names a photo.
  public init(name: String, split: String, label: String) {
    self.name = name
    place = Place(split: split, label: label)
  }

  /// The attributes of an element of HTML, with a blank before them.
  var attributes: String { " data-whet-photo=\"\(MarkupEscape.attribute(name))\"" + place.attributes }
}
