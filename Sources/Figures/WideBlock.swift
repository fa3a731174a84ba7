/// What may be wider than its page: it scrolls by itself on a screen, and is shown whole and smaller on paper.
enum WideBlock {
  /// What stands before it. On paper a block that scrolls would be moved to the next page as a whole, and cut at its right.
  static let opening =
    "<style>@media print{.whet-scroll,:has(>.whet-scroll),.jp-OutputArea-output:has(.whet-scroll){overflow:visible!important}"
    + ".whet-scroll table{font-size:9px}.whet-scroll :is(td,th){padding:1px 4px!important;white-space:normal!important;"
    + "overflow-wrap:anywhere;min-width:0!important}"
    + ".whet-scroll>div{grid-template-columns:repeat(auto-fill,minmax(40px,1fr))!important}"
    + ".whet-scroll tr{break-inside:avoid}}</style>"
    + "<div class=\"whet-scroll\" style=\"overflow-x:auto;max-width:100%\">"
  /// What stands behind it.
  static let closing = "</div>"
}
