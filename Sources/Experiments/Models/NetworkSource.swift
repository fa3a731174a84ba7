public import ModelFile

/// Where a network comes from.
public struct NetworkSource: Sendable {
  /// How it came from there.
  public enum Kind: Sendable {
    /// It was made here, layer by layer.
    case made
    /// It has the layers of a file below its own.
    case base(ModelFile)
    /// It was loaded: names and kind of the file are then its own, and saving it goes on with that file, where it is still
    /// there.
    case loaded(ModelFile?)
    /// It was read from JSON, which says this about it.
    case text(ModelCredits)
  }

  /// What it was made from, for people: `squeezenet`, or a file.
  public let name: String
  /// How.
  public var kind: Kind
  /// The network of the workspace that its frozen layers were copied from to make features; nil for all others.
  public var basis: FeatureBasis?

  /// Names a source.
  public init(_ name: String, _ kind: Kind = .made, basis: FeatureBasis? = nil) {
    (self.name, self.kind, self.basis) = (name, kind, basis)
  }

  /// The file it was loaded from or made on, with all that is in it.
  public var file: ModelFile? {
    switch kind {
    case .made, .text, .loaded(nil): nil
    case .base(let file), .loaded(let file?): file
    }
  }

  /// The same, where it is a network's: nothing of a program's file goes into that of a network.
  var networkFile: ModelFile? { liesOnProgram ? nil : file }

  /// Whether it was loaded from the file of an ML program, or has layers of one below its own.
  public var liesOnProgram: Bool { file?.kind == .mlProgram }

  /// Whether it was loaded from the file of an ML program.
  public var isProgram: Bool { isLoaded && liesOnProgram }

  /// Whether it was loaded from a file.
  public var isLoaded: Bool { if case .loaded = kind { true } else { false } }

  /// What it says about itself, where it was read from JSON; nil where its file does.
  public var notes: ModelCredits? { if case .text(let notes) = kind { notes } else { nil } }
}
