import CommandLanguage
import Foundation
import Language
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct FederateCommandTests {
  /// Samples of three writers, and a network for them.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook()
    var lines = ["a,b,writer,kind"]
    for number in 0..<90 {
      let kind = number % 3
      lines.append(
        "\(Double(number * 7 % 11) / 10 + Double(kind)),\(Double(number * 5 % 13) / 10 - Double(kind)),w\(number % 5 % 3),\("xyz".dropFirst(kind).prefix(1))"
      )
    }
    try notebook.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "data.csv")
    notebook.run("dataset data csv=\"data.csv\" target=kind group=writer")
    notebook.run("dataset test csv=\"data.csv\" target=kind ignore=writer")
    notebook.run(
      "network net input=[2] seed=7 standardize=false { innerProduct 6 activation=relu; innerProduct 3; softmax }")
    return notebook
  }

  private let rounds =
    "federate net on=data clients=group validate=test rounds=3 learningRate=0.1 miniBatchSize=10 seed=4"

  @Test func `a round is the mean of what clients learn, as delta computes it from their files`() throws {
    let notebook = try notebook()
    notebook.run(rounds.replacing("rounds=3", with: "rounds=1"))
    let federated = try notebook.network("net").definition
    let groups = try notebook.workbench.withWorkspace { try #require(try $0.selection(named: "data").groups) }
    // The clients by hand: each with samples, and a seed, of its own.
    let start = try notebook.network("net").initial.definition
    let all = try notebook.workbench.withWorkspace { try $0.selection(named: "data") }
    var names: [Int] = []
    for group in groups where !names.contains(group) { names.append(group) }
    #expect(names.count == 3)
    let deltas = try names.enumerated().map { client, name in
      let own = all.part(groups.indices.filter { groups[$0] == name })
      let model = try notebook.network("net")
      return try notebook.workbench.withWorkspace { workspace in
        var fresh = model
        fresh.returnToStart()
        var settings = fresh.defaults(seed: 4)
        settings.epochs = 1
        settings.miniBatchSize = 10
        settings.optimizer = .sgd(learningRate: 0.1)
        settings.seed = 4 &+ UInt64(client)
        let configuration = try NetworkConfiguration(fresh, on: own, settings: settings)
        let task = try workspace.inference().candidate("net", configuration, on: own).task(configuration)
        _ = try task.run { _ in true }
        var end = start
        for (key, tensor) in ParameterSnapshot(task.update.network).tensors { end.setParameter(key, to: tensor) }
        return NetworkDelta(from: start, to: end, classes: [], samples: own.count)
      }
    }
    let counts = deltas.map { $0.samples ?? 0 }
    #expect(counts.reduce(0, +) == 90 && Set(counts).count > 1)
    #expect(NetworkDelta.network(from: start, by: deltas, weights: counts) == federated)
    #expect(NetworkDelta.network(from: start, by: deltas.reversed(), weights: counts.reversed()) == federated)
    #expect(NetworkDelta.network(from: start, by: deltas) != federated)
  }

  @Test func `rounds are shown beside central training, and undo takes them back`() throws {
    let notebook = try notebook()
    let before = try notebook.network("net").definition
    let text = notebook.run(rounds)
    #expect(text.contains("net: federated averaging on data"))
    #expect(text.contains("federated") && text.contains("3 of 3 rounds") && text.contains("3 epochs"))
    let after = try notebook.network("net").definition
    #expect(after != before)
    notebook.run("undo")
    #expect(try notebook.network("net").definition == before)
    // The same again has the same bits, and goes from the initial weights.
    notebook.run(rounds)
    #expect(try notebook.network("net").definition == after)
    notebook.run(rounds)
    #expect(try notebook.network("net").definition == after)
    #expect(!notebook.run("\(rounds) central=false").contains("central"))
  }

  @Test func `a share of the clients is drawn by lot for each round`() throws {
    let notebook = try notebook()
    notebook.run(
      "federate net on=data clients=equal(2) fraction=0.5 validate=test rounds=2 learningRate=0.1 miniBatchSize=10 seed=4"
    )
    let part = try notebook.network("net").definition
    notebook.run(
      "federate net on=data clients=equal(2) validate=test rounds=2 learningRate=0.1 miniBatchSize=10 seed=4")
    #expect(try notebook.network("net").definition != part)
  }

  @Test func `clients have all samples, each once`() throws {
    let notebook = try notebook()
    let all = try notebook.workbench.withWorkspace { try $0.selection(named: "data") }
    for division in [ClientDivision.group, .byClass, .equal(7), .equal(200)] {
      let clients = try #require(try division.clients(of: all, seed: 3))
      #expect(clients.flatMap(\.self).sorted() == Array(0..<90))
      #expect(clients.allSatisfy { !$0.isEmpty })
    }
    #expect(
      try ClientDivision.equal(7).clients(of: all, seed: 3)?.map(\.count).sorted() == [12, 13, 13, 13, 13, 13, 13])
    #expect(try ClientDivision.byClass.clients(of: all, seed: 3)?.count == 3)
  }

  @Test func `a column, or a photo's name, divides samples among clients`() throws {
    let notebook = try notebook()
    notebook.run(rounds)
    let network = try notebook.network("net").definition
    for division in ["on=data clients=by(writer)", "clients=data.by(writer)", "clients=by(Writer, of=data)"] {
      notebook.run(rounds.replacing("on=data clients=group", with: division))
      #expect(try notebook.network("net").definition == network)
    }
    func clients(_ column: String, of selection: Selection) throws -> [[Int]]? {
      try ClientDivision.by(CheckedValue(column, at: Span(0, 1), text: column), of: nil).clients(of: selection, seed: 1)
    }
    let data = try notebook.workbench.withWorkspace { try $0.selection(named: "data") }
    #expect(try clients("kind", of: data) == ClientDivision.byClass.clients(of: data, seed: 1))
    // A column that is a feature, of texts or of numbers, some of them missing; the samples of two files.
    try notebook.write(Array("n,c,kind\n1,u,x\n2,u,y\n,v,x\n1,,y\n,v,x\n".utf8), to: "train.csv")
    try notebook.write(Array("n,c,kind\n2,v,x\n3,u,y\n".utf8), to: "test.csv")
    notebook.run("dataset both csv=\"train.csv\" test=\"test.csv\" target=kind missing=mean")
    let both = try notebook.workbench.withWorkspace { try $0.selection(named: "both") }
    notebook.run("dataset hands sample=hands count=2")
    let hands = try notebook.workbench.withWorkspace { try $0.selection(named: "hands") }
    #expect(try clients("n", of: both) == [[0, 3], [1, 5], [2], [4], [6]])
    #expect(try clients("c", of: both) == [[0, 1, 6], [2, 4, 5], [3]])
    // Of a file of test samples no groups are known.
    try notebook.write(Array("n,w,kind\n1,u,x\n2,v,y\n3,u,x\n".utf8), to: "train.csv")
    try notebook.write(Array("n,w,kind\n2,w,x\n3,v,y\n".utf8), to: "test.csv")
    notebook.run("dataset written csv=\"train.csv\" test=\"test.csv\" target=kind group=w")
    let written = try notebook.workbench.withWorkspace { try $0.selection(named: "written") }
    #expect(try clients("w", of: written) == [[0, 2], [1], [3], [4]])
    #expect(try clients("^.", of: hands)?.flatMap(\.self).sorted() == Array(0..<hands.count))
  }

  @Test func `what cannot be is told`() throws {
    let notebook = try notebook()
    #expect(notebook.fail("federate net on=test clients=group validate=test").contains("test has no groups."))
    #expect(notebook.fail("federate net on=data clients=group").contains("validate="))
    let unknown = notebook.fail("federate net on=data clients=by(writr) validate=test")
    #expect(unknown.contains("data has no column writr. Did you mean writer?") && unknown.contains("group=writr"))
    #expect(
      notebook.fail("federate net on=test clients=by(writer) validate=test").contains("test has no column writer."))
    #expect(
      notebook.fail("federate net on=data clients=data.by(writer)").contains("on=data belongs to a division without"))
    #expect(notebook.fail("federate net clients=group").contains("on="))
    notebook.run("dataset hands sample=hands count=2")
    let pattern = notebook.fail("federate net clients=hands.by(\"[\") validate=hands.test")
    #expect(pattern.contains("is not a regular expression.") && pattern.contains("of a name: \"^[^_]+\""))
    #expect(notebook.fail("federate net clients=data.equal(3)").contains("by"))
    #expect(notebook.fail("federate net on=data clients=equal(1) validate=test").contains("count"))
  }
}
