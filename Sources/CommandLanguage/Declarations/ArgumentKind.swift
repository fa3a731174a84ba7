import Wording

/// What kind of value an argument takes. Checking, completion and help follow from it.
public indirect enum ArgumentKind: Sendable, Equatable {
  /// A whole number within a range.
  case integer(ClosedRange<Int>)
  /// A number within a range; fractions (`1/255`) and percentages (`80%`) count as numbers.
  case decimal(ClosedRange<Double>)
  /// `true` or `false`.
  case bool
  /// One of a few words.
  case choice([String])
  /// A file or a folder.
  case path
  /// A model file, or the name of a network that was loaded from one.
  case source
  /// Any text.
  case text
  /// The name of a layer of the network given before.
  case layer
  /// A photo of the split given before: the beginning of its name, or its index counted from 0.
  case photo
  /// The name of a class, such as ✊.
  case label
  /// A name for a thing that is about to be made.
  case newName
  /// The name of a dataset.
  case dataset
  /// A dataset or one of its splits: `hands`, `hands.train`.
  case split
  /// The name of a model.
  case model
  /// A model or a dataset, or a model file.
  case thing
  /// The name of a command, or of something else there is help for.
  case topic
  /// The number of a training, as `runs` lists it.
  case run
  /// The name of a cluster.
  case cluster
  /// A layer of a model file: `squeezenet.pool10`, or a file alone.
  case extractor
  /// A default and what may be chosen: `8`, `[1, 2, 8]`, `range(0, 1, default=0.01)`.
  case allowance(ArgumentKind)
  /// A word or a call such as `exponential(0.99)`.
  case call(CallForms)
  /// Several values of one kind, in brackets; one alone counts as a list of one.
  case list(ArgumentKind)
  /// One value, or several in brackets; never none.
  case atLeastOne(ArgumentKind)
  /// One value, or several in brackets of which the first that is here is taken; never none.
  case firstOf(ArgumentKind)
  /// Anything at all.
  case any

  /// What stands for such a value in a line of usage.
  public var placeholder: String {
    switch self {
    case .integer: "n"
    case .decimal: "x"
    case .bool: "true|false"
    case .choice(let words): words.joined(separator: "|")
    case .path, .source: "\"path\""
    case .text, .layer: "\"text\""
    case .photo: "photo"
    case .label: "class"
    case .newName: "name"
    case .dataset: "dataset"
    case .split: "dataset.split"
    case .model: "model"
    case .thing: "name"
    case .topic: "topic"
    case .run: "n"
    case .cluster: "cluster"
    case .extractor: "file.layer"
    case .allowance: Allowance.examples[0]
    case .call(let forms): forms.placeholder
    case .list(let element): "[\(element.placeholder), …]"
    case .atLeastOne(let element), .firstOf(let element): element.placeholder
    case .any: "value"
    }
  }

  /// What such a value is, for a sentence: "a whole number from 1 to 1,000".
  public var phrase: String {
    switch self {
    case .integer(let range):
      "a whole number" + Self.phrase(range, unbounded: (Int.min, Int.max)) { Numbers.grouped($0) }
    case .decimal(let range):
      "a number" + Self.phrase(range, unbounded: (-.infinity, .infinity)) { Numbers.short($0) }
    case .bool: "true or false"
    case .choice(let words): Numbers.alternatives(words)
    case .path: "a path in quotes"
    case .source: "a model file"
    case .text: "a word or text in quotes"
    case .layer: "the name of a layer"
    case .photo: "the beginning of a photo's name, or its index counted from 0"
    case .label: "the name of a class"
    case .newName: "a name"
    case .dataset: "the name of a dataset"
    case .split: "a dataset or one of its splits, such as hands.train"
    case .model: "the name of a model"
    case .thing: "the name of a model or dataset, or a model file"
    case .topic: "the name of a command"
    case .run: "a whole number of at least 1"
    case .cluster: "the name of a cluster"
    case .extractor: "a network or model file with its layer, such as squeezenet.pool10"
    case .allowance(let element):
      "\(element.phrase), a list of allowed values such as \(Allowance.examples[0]), or a range such as "
        + Allowance.examples[2]
    case .call(let forms): forms.phrase
    case .list(let element): "a list of \(element.plural)"
    case .atLeastOne(let element), .firstOf(let element): element.phrase
    case .any: "a value"
    }
  }

  /// What several such values are, for a sentence: "whole numbers from 1 to 1,000".
  public var plural: String {
    switch self {
    case .integer(let range):
      "whole numbers" + Self.phrase(range, unbounded: (Int.min, Int.max)) { Numbers.grouped($0) }
    case .decimal(let range):
      "numbers" + Self.phrase(range, unbounded: (-.infinity, .infinity)) { Numbers.short($0) }
    case .bool, .choice: phrase
    case .path: "paths in quotes"
    case .source: "model files"
    case .text: "words or texts in quotes"
    case .layer: "layer names"
    case .photo: "beginnings of photos' names, or indices counted from 0"
    case .label: "class names"
    case .newName: "names"
    case .dataset: "dataset names"
    case .split: "datasets or their splits, such as hands.train"
    case .model: "model names"
    case .thing: "names of models or datasets, or model files"
    case .topic: "command names"
    case .run: "whole numbers of at least 1"
    case .cluster: "cluster names"
    case .extractor: "networks or model files with their layers, such as squeezenet.pool10"
    case .allowance(let element), .list(let element), .atLeastOne(let element), .firstOf(let element): element.plural
    case .call(let forms): forms.plural
    case .any: "values"
    }
  }

  /// The calls that such a value, or each of a list, can be; nil where it is none.
  public var calls: CallForms? {
    switch self {
    case .call(let forms): forms
    case .list(let element), .atLeastOne(let element), .firstOf(let element): element.calls
    default: nil
    }
  }

  /// Whether of several such values the first that is here is taken.
  var takesFirst: Bool { if case .firstOf = self { true } else { false } }

  private static func phrase<Number: Comparable>(
    _ range: ClosedRange<Number>, unbounded: (Number, Number), _ print: (Number) -> String
  ) -> String {
    switch (range.lowerBound == unbounded.0, range.upperBound == unbounded.1) {
    case (true, true): ""
    case (false, true): " of at least \(print(range.lowerBound))"
    case (true, false): " of at most \(print(range.upperBound))"
    case (false, false): " from \(print(range.lowerBound)) to \(print(range.upperBound))"
    }
  }
}
