public import Experiments
import Language

/// The names a session knows: what completion and inspection read while a cell is running.
public struct Vocabulary: Sendable {
  /// Where files are looked for.
  public let files: DataFolder
  /// The datasets and their splits.
  public private(set) var datasets: [DatasetNames] = []
  /// The models, and what each is.
  public private(set) var models: [ModelNames] = []
  /// The variables, with their values as typed.
  public private(set) var variables: [String: String] = [:]
  /// The marks of the session's models and datasets when they were learnt last.
  private var marks: (models: Int, datasets: Int)?
  /// The models of earlier sessions; nil before they were asked for.
  private var remembered: [String: KeptEntry]?

  /// Nothing yet.
  init(files: DataFolder) { self.files = files }

  /// What is known of a dataset.
  public struct DatasetNames: Sendable {
    /// Its name.
    public let name: String
    /// Its splits, with how many photos each has.
    public let splits: [(name: String, count: Int)]
    /// Its classes.
    public let labels: [String]
    /// Its photos, split by split; none for a table.
    public let photos: [(split: String, photos: [Photo])]
  }

  /// What is known of a model.
  public struct ModelNames: Sendable {
    /// Its name.
    public let name: String
    /// What it is, in a few words.
    public let remark: String
    /// Whether it is a network that was loaded from a file.
    public let isLoaded: Bool
  }

  /// Takes over what a statement, or a question from a page, has changed of a session's names: what it has not would be
  /// copied for nothing, and a cell may have thousands of statements.
  mutating func learn(_ statement: Statement?, from session: Session) {
    if case .assignment(let assignment)? = statement {
      let name = assignment.name.value
      variables[name] = session.variables[name]?.text
    }
    let now = (models: session.models.lastMark, datasets: session.datasets.lastMark)
    if let marks, marks == now { return }
    marks = now
    learnThings(from: session)
  }

  private mutating func learnThings(from session: Session) {
    if remembered == nil { remembered = session.memory?.keeper.entries ?? [:] }
    datasets = session.datasets.values.sorted { $0.name < $1.name }.map { dataset in
      DatasetNames(name: dataset.name, splits: dataset.splits, labels: dataset.labels, photos: dataset.photos)
    }
    models = session.models.values.sorted { $0.name < $1.name }.map {
      ModelNames(name: $0.name, remark: $0.kind, isLoaded: $0.isLoadedNetwork)
    }
    let others = (remembered ?? [:]).filter { session.models[$0.key] == nil && session.datasets[$0.key] == nil }
    models += others.sorted { $0.key < $1.key }.map {
      ModelNames(name: $0.key, remark: "from an earlier session: \($0.value.told)", isLoaded: false)
    }
  }
}
