import Foundation
import Networks
import Tensors
import Testing

@testable import Commands
@testable import Experiments

/// The words for layers beside the usual ones.
struct FurtherLayersTests {
  @Test(
    arguments: [
      ("deconvolution 3 kernel=2 stride=2", [3, 18, 14]), ("l2Pool 3", [2, 3, 2]), ("globalMaxPool", [2, 1, 1]),
      ("globalAveragePool", [2, 1, 1]), ("upsample 2", [2, 18, 14]), ("upsample [2, 3] mode=bilinear", [2, 18, 21]),
      ("resizeBilinear [4, 5]", [2, 4, 5]), ("resize 4", [2, 4, 4]), ("padding 1", [2, 11, 9]),
      ("padding [0, 1, 2, 3] mode=reflection", [2, 10, 12]), ("crop 1", [2, 7, 5]), ("crop [1, 2, 3, 0]", [2, 6, 4]),
      ("slice height start=2", [2, 7, 7]), ("slice channel end=1", [1, 9, 7]), ("slice width start=-3", [2, 9, 3]),
      ("slice height stride=3", [2, 3, 7]), ("reshape [7, 9, 2]", [7, 9, 2]), ("permute [0, 1, 3, 2]", [2, 7, 9]),
      ("batchnorm", [2, 9, 7]), ("mvn acrossChannels=true", [2, 9, 7]), ("lrn localSize=3", [2, 9, 7]),
      ("reduce avg axis=HW", [2, 1, 1]), ("reduce max", [1, 1, 1]), ("dot from=[image2, image2]", [1, 9, 7]),
    ] as [(String, [Int])])
  func `each makes its shape`(layer: String, shape: [Int]) throws {
    let notebook = try Notebook(data: nil)
    notebook.run(
      "network x input=[2, 9, 7] seed=7 { relu name=image2; \(layer) name=a; flatten; innerProduct 2; softmax }")
    #expect(try notebook.network("x").definition.shapes()["a_output"] == shape)
  }

  @Test(arguments: [
    "batchnorm", "mvn", "l2normalize", "lrn", "prelu", "thresholdedRelu alpha=0", "hardSigmoid", "scaledTanh",
    "softsign",
    "unary power alpha=2", "unary abs", "sigmoid; unary log", "reduce L1 axis=HW", "reduce sumsquare axis=C",
    "deconvolution 3 stride=2", "l2Pool 2", "globalMaxPool", "globalAveragePool", "upsample 2",
    "upsample 2 mode=bilinear",
    "resizeBilinear [5, 6]", "padding 1 mode=replication", "padding 1 value=0.5", "crop 1", "slice channel start=1",
    "reorganizeData spaceToDepth", "reorganizeData pixelShuffle", "permute [0, 3, 1, 2]", "reshape [8, 8, 4]",
    "average from=[c, c]", "sigmoid name=s; max from=[c, s]", "sigmoid name=s; min from=[c, s]",
    "tanh name=t; dot from=[c, t] cosineSimilarity=true", "permute [2, 3, 0, 1]; gru 5",
    "permute [2, 3, 0, 1]; lstm 5 sequenceOutput=true forgetBias=true; sequenceRepeat 2; rnn 4 reverseInput=true",
    "permute [2, 3, 0, 1]; rnn 4 sequenceOutput=true name=r; sequenceConcat from=[r, r]; gru 3 bias=false",
    "permute [2, 3, 0, 1]; innerProduct 6 activation=relu; lstm 3",
  ])
  func `each is trained through, saved and loaded`(layer: String) throws {
    let notebook = try Notebook(pets: "Pets")
    // What a phone cannot train is saved for answers alone.
    let isForAnswers = ["batchnorm", "rnn", "gru"].contains { layer.contains($0) }
    notebook.run(
      """
      network x input=[3, 8, 8] seed=1 { convolution 4 padding=same name=c; \(layer); flatten; innerProduct 2; softmax }
      train x on=pets.train epochs=2 learningRate=0.01 seed=1
      save x path="x.mlmodel"\(isForAnswers ? " updatable=false" : "")
      load y "x.mlmodel"
      """)
    let model = try notebook.network("x")
    #expect(model.training.records.count == 2)
    // A normalisation subtracts a channel's mean, and with it the bias before it, whose gradient is 0 but for rounding.
    let subtracted = ["batchnorm", "mvn"].contains(layer) ? ParameterKey(layer: "c", part: .bias) : nil
    // What learns has moved, down to the first layer.
    for (key, tensor) in model.initial.definition.parameters {
      let trained = try #require(model.definition.parameters[key])
      if key == subtracted {
        #expect(zip(trained.values, tensor.values).allSatisfy { abs($0 - $1) < 1e-6 }, "\(key)")
      } else {
        #expect(trained != tensor, "\(key)")
      }
    }
    let (saved, own) = try (notebook.probabilities("y", on: "pets.test"), notebook.probabilities("x", on: "pets.test"))
    // A normalisation that does not learn is one multiplication and one addition, rounded otherwise.
    for (one, other) in zip(saved.values, own.values) {
      #expect(isForAnswers ? abs(one - other) < 1e-6 : one == other)
    }
    #expect(saved.shape == own.shape)
    notebook.run(
      "network x input=[3, 8, 8] seed=1 { convolution 4 padding=same name=c; \(layer); flatten; innerProduct 2; softmax }"
    )
    #expect(try notebook.network("x").definition == model.initial.definition)
  }

  /// Sequences of six words of ten, in which the class is told by whether the word 3 comes before the word 7.
  private func words() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let lines = (0..<160).map { index -> String in
      var words = (0..<6).map { [0, 1, 2, 4, 5, 6, 8, 9][(index * 7 + $0 * $0 * 3 + index / 5) % 8] }
      let (one, other) = (index % 3, 3 + index / 3 % 3)
      (words[one], words[other]) = index.isMultiple(of: 2) ? (3, 7) : (7, 3)
      return "\(index.isMultiple(of: 2) ? "up" : "down"),\(words.map(String.init).joined(separator: ","))"
    }
    let learnt = lines.count * 4 / 5
    try notebook.write(lines[..<learnt].joined(separator: "\n").utf8, to: "words.csv")
    try notebook.write(lines[learnt...].joined(separator: "\n").utf8, to: "more.csv")
    notebook.run("dataset words csv=\"words.csv\" test=\"more.csv\"")
    return notebook
  }

  @Test(arguments: ["lstm", "gru", "rnn"]) func `a memory learns the order of words`(memory: String) throws {
    let notebook = try words()
    notebook.run(
      """
      network x input=[6] seed=1 { reshape [6, 1, 1, 1]; embedding 6 inputDim=10; \(memory) 8; innerProduct 2; softmax }
      train x on=words.train epochs=60 miniBatchSize=16 optimizer=adam learningRate=0.02 seed=1
      """)
    #expect(notebook.run("evaluate x on=words.test").hasPrefix("x on words.test: 100.0 % correct (32 of 32)"))
  }

  @Test func `parameters are counted, and other words are named once`() throws {
    let notebook = try Notebook(data: nil)
    let line =
      "network x input=[6] seed=1 { reshape [6, 1, 1, 1]; embedding 4 inputDim=10 bias=true; lstm 3; innerProduct 2; softmax }"
    let text = notebook.run(line)
    // The table has 44 numbers; four gates that read 4 numbers and 3, with biases, 96; the last layer 8.
    #expect(text.contains("148 trainable of 148 parameters."))
    #expect(text.contains("uniDirectionalLSTM"))
  }

  @Test(arguments: [
    Mistake(
      "network x input=[6] { lstm 3; softmax }",
      """
      network x input=[6] { lstm 3; softmax }
                            ^^^^ lstm needs a sequence, not [6]. reshape and permute make one: reshape [6, 1, 1, 1] has a step for each number.
      """),
    Mistake(
      "network x input=[6] { reshape [2, 3, 1, 1]; gru 3 sequenceOutput=true; softmax }",
      """
      network x input=[6] { reshape [2, 3, 1, 1]; gru 3 sequenceOutput=true; softmax }
                                                                             ^^^^^^^ softmax0 needs a vector of scores, not a sequence of 2. gru, lstm and reshape make a vector of it.
      """),
    Mistake(
      "network x input=[6] { embedding 3 inputDim=9; softmax }",
      """
      network x input=[6] { embedding 3 inputDim=9; softmax }
                            ^^^^^^^^^ Layer embedding0 of x expects the shape [1], not [6].
      """),
    Mistake(
      "network x input=[6] { embedding 3; softmax }",
      """
      network x input=[6] { embedding 3; softmax }
                            ^^^^^^^^^ embedding needs inputDim=n: number of vectors.
                                      For example: embedding 16 inputDim=1000
      """),
    Mistake(
      "network x input=[6] { reshape [2, 2]; softmax }",
      """
      network x input=[6] { reshape [2, 2]; softmax }
                                    ^^^^^^ reshape needs [C, H, W] or [Seq, C, H, W].
      """),
    Mistake(
      "network x input=[1, 2, 3] { permute [0, 1, 2, 2]; softmax }",
      """
      network x input=[1, 2, 3] { permute [0, 1, 2, 2]; softmax }
                                          ^^^^^^^^^^^^ permute needs each of the axes 0, 1, 2, 3 once: Seq, C, H, W.
      """),
    Mistake(
      "network x input=[1, 2, 3] { crop [1, 2]; softmax }",
      """
      network x input=[1, 2, 3] { crop [1, 2]; softmax }
                                       ^^^^^^ [1, 2] needs one number, or four: [top, bottom, left, right].
      """),
    Mistake(
      "network x input=[8] { deconvolution 3; softmax }",
      """
      network x input=[8] { deconvolution 3; softmax }
                            ^^^^^^^^^^^^^ deconvolution needs maps, [C, H, W], and is given [8].
      """),
  ])
  func `what does not fit is told`(mistake: Mistake) throws { try Notebook(data: nil).expect(mistake) }
}
