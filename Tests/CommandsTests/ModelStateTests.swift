import Testing

@testable import Commands
@testable import Experiments

/// What a model has learnt reads the same wherever it is told.
struct ModelStateTests {
  private func trained(_ text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix("trained") }.map { $0.dropFirst(7).trimmingPrefix { $0 == " " } }
      .map(String.init)
  }

  @Test func `a network that was fitted is not called untrained`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("fit turi from=tiny on=pets.train")
    #expect(try notebook.network("turi").modelState == .given(.regression))
    #expect(notebook.run("status").contains("fitted by logistic regression"))
    #expect(trained(notebook.run("describe turi")) == "fitted by logistic regression")
    let history = notebook.fail("history turi")
    #expect(history.contains("turi was fitted by logistic regression, so it has no epochs."))
    #expect(!history.contains("train turi"))
    #expect(!notebook.run("evaluate turi on=pets.test").contains("has not been trained yet"))
  }

  @Test func `a network that was reset to another's weights is not called untrained`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("fit turi from=tiny on=pets.train; network same from=tiny classes=2 seed=1; reset same to=turi")
    #expect(try notebook.network("same").modelState == .given(.network("turi")))
    #expect(trained(notebook.run("describe same")) == "has the weights of turi")
    #expect(notebook.fail("compare same on=pets by=leaveOneOut").contains("were fitted to photos"))
    notebook.run("network fresh from=tiny classes=2 seed=3; reset same to=fresh")
    #expect(try notebook.network("same").modelState == .untrained)
  }

  @Test func `every state is told`() throws {
    let notebook = try Notebook.withNetwork()
    #expect(trained(notebook.run("describe hand")) == "not yet")
    notebook.run("train hand on=pets.train epochs=2; save hand path=\"saved.mlmodel\"; load back \"saved.mlmodel\"")
    #expect(trained(notebook.run("describe hand")) == "2 epochs")
    #expect(trained(notebook.run("describe back"))?.contains("not trained here") == true)
    notebook.run(
      "delta hand path=\"d.json\"; network other from=tiny classes=3 seed=42; delta other apply=[\"d.json\"]")
    #expect(try notebook.network("other").modelState == .given(.differences(1)))
    #expect(trained(notebook.run("describe other")) == "its initial weights and the difference in a file")
    notebook.run("network centre from=tiny classes=2 init=centroids on=pets.train")
    #expect(trained(notebook.run("describe centre")) == "set to the class means")
    notebook.run("knn near features=tiny.pool1")
    #expect(notebook.run("status").squeezed.contains("near empty"))
  }

  @Test func `a state survives the end of the kernel`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset pets path=\"Pets\"; fit turi from=tiny on=pets.train; network same from=tiny classes=2 seed=1")
    first.run("reset same to=turi")
    let second = try sessions.begin()
    second.run("describe turi; describe same")
    #expect(try second.network("turi").modelState == .given(.regression))
    #expect(try second.network("same").modelState == .given(.network("turi")))
  }
}
