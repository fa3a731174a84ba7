import Foundation
import ModelFile
import Networks
import Testing

@testable import Commands
@testable import Experiments

/// The words for layers, all of them.
struct LayerTableTests {
  /// Lines with each word, behind maps of four channels, eight by eight, called c.
  private static let lines: [String: [String]] = [
    "convolution": ["convolution 4 kernel=[3, 2] stride=2 padding=same", "convolution 4 groups=2 activation=elu"],
    "innerProduct": ["innerProduct 7", "innerProduct 7 bias=false activation=softplus"], "maxPool": ["maxPool 2"],
    "averagePool": ["averagePool 3 stride=1 padding=1"], "flatten": ["flatten"], "relu": ["relu"],
    "sigmoid": ["sigmoid"], "tanh": ["tanh"], "softplus": ["softplus"], "softmax": ["softmax"],
    "leakyRelu": ["leakyRelu"], "elu": ["elu alpha=2"], "dropout": ["dropout 0.5"],
    "concat": ["concat", "tanh name=t; concat from=[c, t]"], "add": ["add", "tanh name=t; add from=[c, t]"],
    "multiply": ["multiply", "globalMaxPool name=g; multiply from=[c, g]"],
    "deconvolution": ["deconvolution 3 stride=2", "deconvolution 3 bias=false activation=tanh"],
    "l2Pool": ["l2Pool 3 padding=same"], "globalMaxPool": ["globalMaxPool"],
    "globalAveragePool": ["globalAveragePool"], "upsample": ["upsample 2", "upsample [2, 3] mode=bilinear"],
    "resizeBilinear": ["resizeBilinear [5, 6]"],
    "padding": ["padding 1 mode=replication", "padding 1 mode=reflection", "padding 1 value=0.5"],
    "crop": ["crop [1, 2, 3, 0]"],
    "slice": ["slice channel start=1 end=3 stride=2", "slice height start=-3", "slice width end=-1"],
    "reorganizeData": [
      "reorganizeData spaceToDepth", "reorganizeData depthToSpace", "reorganizeData pixelShuffle",
      "concat from=[c, c]; reorganizeData pixelShuffle",
    ],
    "batchnorm": ["batchnorm"], "mvn": ["mvn", "mvn acrossChannels=true normalizeVariance=false"],
    "l2normalize": ["l2normalize"], "lrn": ["lrn localSize=3"], "prelu": ["prelu"],
    "thresholdedRelu": ["thresholdedRelu"], "hardSigmoid": ["hardSigmoid"], "scaledTanh": ["scaledTanh"],
    "softsign": ["softsign"], "unary": LayerTable.functions.map { "sigmoid; unary \($0.word)" },
    "reduce": LayerTable.statistics.map { "sigmoid; reduce \($0.word)" } + ["reduce max axis=HW", "reduce sum axis=C"],
    "average": ["average from=[c, c, c]"], "max": ["sigmoid name=s; max from=[c, s]"],
    "min": ["sigmoid name=s; min from=[c, s]"],
    "dot": ["dot from=[c, c]", "tanh name=t; dot from=[c, t] cosineSimilarity=true"],
    "reshape": ["reshape [8, 8, 4]"], "permute": ["permute [0, 3, 1, 2]"],
    "embedding": ["flatten; reshape [256, 1, 1, 1]; embedding 2 inputDim=3; lstm 2"],
    "simpleRecurrent": [
      "permute [2, 3, 0, 1]; rnn 4 reverseInput=true", "permute [2, 3, 0, 1]; rnn 4 sequenceOutput=true; lstm 2",
    ],
    "gru": ["permute [2, 3, 0, 1]; gru 4 bias=false", "permute [2, 3, 0, 1]; gru 4 sequenceOutput=true; gru 2"],
    "uniDirectionalLSTM": ["permute [2, 3, 0, 1]; lstm 4", "permute [2, 3, 0, 1]; lstm 4 forgetBias=true bias=false"],
    "sequenceRepeat": ["permute [2, 3, 0, 1]; sequenceRepeat 2; lstm 3"],
    "sequenceConcat": [
      "permute [2, 3, 0, 1] name=p; sequenceConcat; lstm 3",
      "permute [2, 3, 0, 1] name=p; sequenceConcat from=[p, p]; lstm 3",
    ],
  ]

  /// The types that learn here and that no device trains.
  private static let learnsOnlyHere: Set<String> = ["batchnorm", "embedding", "simpleRecurrent", "gru", "rnn"]

  @Test(arguments: LayerTable.names) func `a network with it is saved as Core ML accepts it`(word: String) throws {
    let lines = try #require(Self.lines[word], "give this new word some lines above")
    for line in lines {
      for channels in [3, 2] {
        // Of three channels it reads pictures, of two arrays.
        let notebook = try Notebook(data: nil)
        notebook.run(
          """
          network x input=[\(channels), 8, 8] seed=7 { convolution 4 padding=same name=c; \(line); flatten; innerProduct 2; softmax }
          save x path="x.mlmodel" updatable=false
          save x path="small.mlmodel" updatable=false precision=4
          """)
        var paths = ["x.mlmodel", "small.mlmodel"]
        if !Self.learnsOnlyHere.contains(where: { line.contains($0) }) {
          notebook.run("save x path=\"learning.mlmodel\" updatable=true")
          paths.append("learning.mlmodel")
        }
        for path in paths {
          let file = try ModelFile(contentsOf: notebook.folder.appending(path: path))
          #expect(file.check().findings == [], "\(line), \(channels) channels, \(path)")
          notebook.run("load y \"\(path)\"")
          #expect(try notebook.network("y").definition.shapes()["c_output"] == [4, 8, 8])
        }
      }
    }
  }
}
