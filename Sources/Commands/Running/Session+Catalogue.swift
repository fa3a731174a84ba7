import Language

extension Session {
  /// Gives a model its name; the change belongs to the statement that runs.
  ///
  /// - Throws: `RunFact.atWork` where a training has the model, `Fact.nameIsTaken` by a dataset.
  func put(_ model: Model) throws(Fault) {
    do throws(CatalogueError) { try catalogue.put(model) } catch { throw Fault(error) }
  }

  /// Gives a dataset its name; the change belongs to the statement that runs.
  ///
  /// - Throws: `Fact.nameIsTaken` by a model.
  func put(_ dataset: Dataset) throws(Fault) {
    do throws(CatalogueError) { try catalogue.put(dataset) } catch { throw Fault(error) }
  }

  /// Takes what trainings that go on have learnt since the last statement. One in the background that has ended is a step
  /// that can be taken back.
  func collectFromTrainings() {
    catalogue.collect()
    for training in catalogue.takeEnded() { journal.add(training, of: catalogue) }
  }
}

extension Fault {
  /// A change that a catalogue has refused.
  init(_ error: CatalogueError) {
    switch error {
    case .inTraining(let model, let job): self.init(.run(.atWork(model: model, job: job)))
    case .nameIsTaken(let name, by: .model): self.init(.nameIsTaken(name, by: "a model"))
    case .nameIsTaken(let name, by: .dataset): self.init(.nameIsTaken(name, by: "a dataset"))
    case .unknownName(let name): self.init(.unknownThing(name, known: []))
    }
  }
}
