import Foundation
import Tensors
import Testing
import Training

struct EvaluationCodableTests {
  @Test func `an evaluation comes back bit for bit`() throws {
    let probabilities = Tensor(shape: [3, 3], values: [0.1, 0.7, 0.2, 1 / 3, 1 / 3, 1 / 3, 0, 0, 1])
    let evaluation = try Evaluation(
      probabilities: probabilities, labels: ["a", "b", "b"], truths: ["b", "c", "a"], rule: .half)
    let data = try JSONEncoder().encode(evaluation)
    #expect(try JSONDecoder().decode(Evaluation.self, from: data) == evaluation)
  }

  @Test func `votes in unlike orders come back`() throws {
    var memory = NearestNeighbors(dimension: 1, numberOfNeighbors: 2)
    try memory.remember(Tensor(shape: [3, 1], values: [0, 1, 2]), labels: ["x", "y", "z"])
    let votes = try memory.classify(Tensor(shape: [2, 1], values: [0.2, 1.9]))
    let evaluation = try Evaluation(votes: votes, truths: ["x", "z"])
    let data = try JSONEncoder().encode(evaluation)
    #expect(try JSONDecoder().decode(Evaluation.self, from: data) == evaluation)
  }

  @Test(arguments: [
    #"{"classes":2,"rule":"argmax","labels":["a"],"truths":[1],"predicted":[0],"orders":[[0]],"order":[0],"probabilities":[1]}"#,
    #"{"classes":2,"rule":"argmax","labels":["a"],"truths":[0],"predicted":[0],"orders":[[0]],"order":[1],"probabilities":[1]}"#,
    #"{"classes":2,"rule":"argmax","labels":["a"],"truths":[0],"predicted":[0],"orders":[[0]],"order":[0],"probabilities":[]}"#,
    #"{"classes":2,"rule":"argmax","labels":["a"],"truths":[0],"predicted":[],"orders":[[0]],"order":[0],"probabilities":[1]}"#,
  ])
  func `rows that do not fit are refused`(text: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Evaluation.self, from: Data(text.utf8)) }
  }

  @Test func `numbers come back, and counts that do not fit are refused`() throws {
    let numbers = NumberEvaluation(truths: [1, 2, 3, 4], answers: [1.5, 2, 1 / 3, 4], outputs: 2)
    let data = try JSONEncoder().encode(numbers)
    #expect(try JSONDecoder().decode(NumberEvaluation.self, from: data) == numbers)
    for text in [#"{"truths":[1],"answers":[],"outputs":1}"#, #"{"truths":[1],"answers":[1],"outputs":0}"#] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(NumberEvaluation.self, from: Data(text.utf8)) }
    }
  }
}
