import Foundation
import ModelFile
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

struct LayersCommandTests {
  @Test func `every layer tells its shapes, its numbers, and whether it can learn`() throws {
    let notebook = try Notebook.withNetwork()
    #expect(
      notebook.run("layers hand").squeezed.split(separator: "\n").map { String($0).trimmed } == [
        "hand: 6 layers, 51 trainable of 163 parameters",
        "id layer type reads makes parameters updatable can learn",
        "-- ------- --------------- ----------- ----------- ---------- --------- ---------------------",
        "0 conv1 convolution [3, 16, 16] [4, 16, 16] 112 yes",
        "1 relu1 activation ReLU [4, 16, 16] [4, 16, 16] no: it has no weights",
        "2 pool1 pooling [4, 16, 16] [4, 2, 2] no: it has no weights",
        "3 flat1 flatten [4, 2, 2] [16] no: it has no weights",
        "4 fc1 innerProduct [16] [3] 51 yes yes",
        "5 softmax softmax [3] [3] no: it has no weights",
      ])
  }

  @Test func `last takes the end of the list`() throws {
    let notebook = try Notebook(pets: "Pets")
    let text = notebook.run("layers tiny last=2")
    #expect(text.contains("fc1") && text.contains("prob") && !text.contains("flat1"))
    #expect(text.hasSuffix("4 layers before these."))
  }

  @Test func `as JSON it says the same`() throws {
    let notebook = try Notebook(pets: "Pets")
    let text = notebook.run("layers tiny last=2 format=json")
    let list = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(list.map { $0["name"] as? String } == ["fc1", "prob"])
    #expect(list[0]["parameters"] as? Int == 51)
    #expect(list[0]["inputShapes"] as? [[Int]] == [[16]])
    #expect(list[0]["outputShapes"] as? [[Int]] == [[3]])
    #expect(list[0]["canLearn"] as? Bool == true)
    #expect(list[0]["updatable"] as? Bool == false)
    #expect(list[0]["id"] as? Int == 4)
  }

  @Test func `where a device's gradient stops, the layer that stops it is named`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run(
      """
      network branched input=[4] {
        innerProduct 3 name=low
        leakyRelu name=leaky
        innerProduct 2 name=high
        softmax
      }
      """)
    let rows = notebook.run("layers branched").split(separator: "\n").map(String.init)
    #expect(
      rows.contains {
        $0.contains(" low ") && $0.contains("here; on a device the gradient stops at leaky (activation leakyReLU)")
      })
    #expect(rows.contains { $0.contains(" high ") && $0.trimmed.hasSuffix("yes        yes") })
  }

  @Test func `what learns here and on no device is told, and running statistics do not count`() throws {
    let notebook = try Notebook(data: nil)
    let made = notebook.run(
      """
      network deep input=[3, 8, 8] seed=1 {
        convolution 4 kernel=3 name=conv
        batchnorm name=even
        permute [2, 3, 0, 1] name=rows
        uniDirectionalLSTM 4 name=memory
        innerProduct 2 name=top
        softmax
      }
      """)
    #expect(made.squeezed.contains("memory uniDirectionalLSTM [4] 464 yes"))
    #expect(made.squeezed.contains("594 trainable of 594 parameters"))
    #expect(
      notebook.run("layers deep").squeezed.split(separator: "\n").map { String($0).trimmed } == [
        "deep: 6 layers, 594 trainable of 602 parameters",
        "id layer type reads makes parameters updatable can learn",
        "-- -------- ------------------ ------------ ------------ ---------- --------- ------------------------------------------------------",
        "0 conv convolution [3, 8, 8] [4, 6, 6] 112 yes here; on a device the gradient stops at rows (permute)",
        "1 even batchnorm [4, 6, 6] [4, 6, 6] 16 yes here; no device trains a layer of this type",
        "2 rows permute [4, 6, 6] [6, 6, 1, 4] no: it has no weights",
        "3 memory uniDirectionalLSTM [6, 6, 1, 4] [4] 464 yes yes",
        "4 top innerProduct [4] [2] 10 yes yes",
        "5 softmax0 softmax [2] [2] no: it has no weights",
      ])
  }

  @Test func `of SqueezeNet a device reaches the last convolution alone`() throws {
    let notebook = try Notebook.withSqueezeNet()
    let rows = notebook.run("layers squeezenet").split(separator: "\n").map { String($0).trimmed }
    #expect(rows[0].hasSuffix("65 layers, 0 trainable of 1,235,496 parameters"))
    #expect(rows.filter { $0.hasSuffix("  yes") }.count == 1)
    #expect(rows.contains { $0.contains("conv10") && $0.hasSuffix("  yes") })
    #expect(rows.filter { $0.contains("here; on a device the gradient stops at fire") }.count == 25)
  }

  @Test func `of a pipeline the layers of its networks are listed`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1; train near on=pets.train; save near path=\"near.mlmodel\"")
    try ModelFile(nearestNeighbors: NearestNeighbors(dimension: 2)).write(
      to: notebook.folder.appending(path: "empty.mlmodel"))
    // The articles' own files, where they are there.
    let pipelines = ["near.mlmodel"] + [Shared.file("fixtures/HandskNN.mlmodel")].compactMap { $0?.path }
    for path in pipelines {
      #expect(notebook.run("layers \"\(path)\" last=1").contains(".mlmodel › FeatureExtractor: "))
    }
    for path in ["empty.mlmodel"] + [Shared.file("fixtures/knn_empty.mlmodel")].compactMap({ $0?.path }) {
      #expect(notebook.fail("layers \"\(path)\"").contains("is a k-nearest-neighbours classifier and has no layers."))
    }
  }

  @Test(arguments: [
    Mistake(
      "layers pets",
      """
      layers pets
             ^^^^ pets is a dataset and has no layers.
      """),
    Mistake(
      "layers hand last=0",
      """
      layers hand last=0
                       ^ last takes a whole number from 1 to 1,000,000, not 0.
      """),
    Mistake(
      "layers hand format=yaml",
      """
      layers hand format=yaml
                         ^^^^ format cannot be yaml. It can be table or json.
      """),
  ])
  func `what has no layers is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook.withNetwork().expect(mistake)
  }
}
