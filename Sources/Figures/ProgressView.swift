/// How far a piece of work has come.
public struct ProgressView: Sendable, Equatable {
  /// What is being done.
  public var title: String
  /// How many units are done.
  public var completed: Int
  /// How many units there are; nil when nobody knows.
  public var total: Int?
  /// What the units are, in the plural: `epochs`.
  public var unit: String
  /// What else there is to say: the loss, the time left.
  public var details: [String]

  /// Makes a view of progress.
  public init(title: String, completed: Int, total: Int?, unit: String, details: [String] = []) {
    self.title = title
    self.completed = completed
    self.total = total
    self.unit = unit
    self.details = details
  }

  /// The view in both its forms.
  public var rendering: Rendering { Rendering(html: html, plainText: plainText) }

  /// The view as HTML: the browser's own bar, which survives cleaning.
  public var html: String {
    let value = total.map { " max=\"\(max($0, 1))\" value=\"\(min(max(completed, 0), max($0, 1)))\"" } ?? ""
    return "<div style=\"margin:2px 0\"><b>\(MarkupEscape.text(title))</b> "
      + "<progress\(value) aria-label=\"\(MarkupEscape.attribute(title))\" style=\"width:220px;height:12px;vertical-align:middle;margin:0 8px\"></progress> "
      + "<span style=\"opacity:0.8\">\(MarkupEscape.text(facts))</span></div>"
  }

  /// The view as one line of text with a bar of 20 signs.
  public var plainText: String {
    guard let total else { return "\(title): \(facts)" }
    let filled = total > 0 ? Int(20 * Double(min(max(completed, 0), total)) / Double(total)) : 20
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 20 - filled)
    return "\(title) \(bar) \(facts)"
  }

  private var facts: String {
    let count = NumberFormat.integer.text(Double(completed))
    let amount = total.map { "\(count) of \(NumberFormat.integer.text(Double($0))) \(unit)" } ?? "\(count) \(unit)"
    return ([amount] + details).joined(separator: " · ")
  }
}
