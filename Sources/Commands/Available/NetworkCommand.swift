import Figures
import ModelFile
import Networks
import Training

/// `network hand from=squeezenet classes=10 init=kaiming seed=42`
struct NetworkCommand: Command {
  static let declaration = CommandDeclaration(
    "network", "Makes a neural network: a trained one with a fresh classifier layer on it.",
    discussion: """
      The layers of from= are kept as they are and not trained; the new last layer, fully connected, is. With \
      init=kaiming its weights are drawn from U(±√(6/n)) and its biases from U(±1/√n), where n is how many numbers it \
      reads; with init=zero all are 0. Outputs that no class has taken yet are called user0, user1 … Naming a network \
      again makes it anew and forgets what it had learnt.
      """,
    positionals: [PositionalDeclaration("name", .newName, "What the network is to be called.")],
    arguments: [
      ArgumentDeclaration("from", .path, "The model file whose layers are used.", isRequired: true),
      ArgumentDeclaration("classes", .integer(2...10_000), "How many classes it can tell apart.", default: "10"),
      ArgumentDeclaration(
        "init", .choice(ParameterInitialization.allCases.map(\.rawValue)), "How the new layer starts.",
        default: "kaiming"),
      ArgumentDeclaration(
        "seed", .integer(0...Int.max), "What the first weights are drawn from; chosen and printed when left out."),
    ],
    examples: ["network hand from=squeezenet classes=10 init=kaiming seed=42"])

  private let name: CheckedValue
  private let from: CheckedValue
  private let classes: Int
  private let initialization: ParameterInitialization
  private let seed: UInt64?

  init(_ arguments: Arguments) throws(Fault) {
    guard let from = arguments["from"] else { preconditionFailure("from is required") }
    name = arguments.positionals[0]
    self.from = from
    classes = arguments.integer("classes") ?? 10
    initialization = arguments.word("init").flatMap(ParameterInitialization.init) ?? .kaiming
    seed = arguments.seed
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    try session.checkName(name, for: .model)
    let seed = self.seed ?? session.chooseSeed()
    let definition: NetworkDefinition
    let file: ModelFile
    do throws(Fault) {
      file = try session.library.read(from.word).file
      let surgery = ClassifierSurgery(
        source: from.word, classes: classes, initialization: initialization, seeds: SeedPlan(seed: seed))
      definition = try surgery.operate(on: session.library.network(from.word))
      _ = try TrainableParts(of: definition, source: from.word).trunk.image()
    } catch {
      throw error.placed(at: from.span)
    }
    let model = NetworkModel(
      name: name.word, definition: definition, starter: definition, classes: [], outputs: classes, source: from.word,
      file: file, seed: initialization == .kaiming ? seed : nil)
    session.models[name.word] = .network(model)
    return NetworkView(model: model).made
  }
}
