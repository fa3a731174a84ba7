extension Rendering {
  /// The figure behind a line that opens it: what is looked up, and not read first. On paper and as text it is open.
  ///
  /// - Parameter summary: The line.
  /// - Returns: The figure with the line before it in HTML; all else is as it was.
  public func folded(_ summary: String) -> Rendering {
    var folded = self
    folded.html =
      "<style>@media print{details.whet-fold::details-content{content-visibility:visible;block-size:auto}}</style>"
      + "<details class=\"whet-fold\"><summary style=\"cursor:pointer;padding:2px 10px\">\(MarkupEscape.text(summary))</summary>\n"
      + "\(embedded)\n</details>"
    return folded
  }
}
