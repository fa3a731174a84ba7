/// The colours of inks.
///
/// The series' colours follow Okabe and Ito ("Color Universal Design", 2008), darkened where they are too pale on
/// white. Each has a lighter twin for dark pages. The first of a pair stands at least 3 : 1 apart from white *and* from
/// #111, so that a drawing stays readable where a front end takes its style sheet away.
struct Palette {
  /// A colour for light pages, which is readable on dark ones, too, and a better one for those.
  struct Pair: Equatable {
    let light: String
    let dark: String
  }

  /// The colours of an ink.
  static func pair(_ ink: Ink) -> Pair {
    switch ink {
    case .text: Pair(light: "#6b6b6b", dark: "#e0e0e0")
    case .muted: Pair(light: "#808080", dark: "#a8a8a8")
    case .axis: Pair(light: "#9a9a9a", dark: "#777777")
    case .grid: Pair(light: "#888888", dark: "#888888")
    case .series(let index): series[((index % series.count) + series.count) % series.count]
    case .good: Pair(light: "#00875f", dark: "#3ecf9f")
    case .bad: Pair(light: "#d1495b", dark: "#f58a97")
    case .paper: Pair(light: "#ffffff", dark: "#111111")
    }
  }

  /// How many series have an ink of their own.
  static var seriesCount: Int { series.count }

  private static let series = [
    Pair(light: "#0072b2", dark: "#56b4e9"),  // blue
    Pair(light: "#d55e00", dark: "#ff9447"),  // vermilion
    Pair(light: "#009270", dark: "#2fc99d"),  // bluish green
    Pair(light: "#b8589a", dark: "#e79bcb"),  // reddish purple
    Pair(light: "#9a7400", dark: "#e8c33b"),  // dark yellow
    Pair(light: "#2b93cf", dark: "#9bd8ff"),  // sky blue
    Pair(light: "#8c5a3c", dark: "#d3a384"),  // brown
    Pair(light: "#7a7a7a", dark: "#c4c4c4"),  // grey
  ]
}
