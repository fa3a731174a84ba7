import ExperimentSupport
import Figures
import Foundation
import ModelFile
import Networks
import Testing
import Training

@testable import Commands
@testable import Experiments

struct TrainCommandTests {
  @Test func `a k-NN model remembers photos once`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1")
    #expect(
      notebook.run("train near on=pets.train").timeless
        == "near stores 6 photos of 2 classes (cat dog). pets.train: 6 new. ….")
    #expect(
      notebook.run("train near on=pets").timeless
        == "near stores 10 photos of 2 classes (cat dog). pets: 4 new, 6 stored already. ….")
    #expect(
      notebook.run("train near on=pets.test from=start").timeless
        == "near stores 4 photos of 2 classes (cat dog). pets.test: 4 new. ….")
  }

  @Test func `select takes single photos by their place`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1; train near on=pets.train select=[0, 5]")
    #expect(try notebook.neighbors("near").memory.sampleLabels == ["cat", "dog"])
  }

  @Test func `a training that goes on steps as the last one did, and says so`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=2 optimizer=adam learningRate=0.01 miniBatchSize=2 seed=7")
    let said = notebook.run("train hand on=pets.train epochs=1")
    #expect(said.contains("epochs=1 miniBatchSize=2 optimizer=adam learningRate=0.01"))
    #expect(said.contains("continuing at epoch 3 with the last training's optimizer and learning rate; from=start"))
    let anew = notebook.run("train hand on=pets.train epochs=1 from=start")
    #expect(!anew.contains("optimizer=adam") && !anew.contains("last training's"))
  }

  @Test func `what update or set says after a training holds for the next`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=2 optimizer=adam learningRate=0.01 seed=7")
    notebook.run("set hand learningRate=0.002 optimizer=sgd")
    let said = notebook.run("train hand on=pets.train epochs=1")
    #expect(said.contains("optimizer=sgd learningRate=0.002") && !said.contains("last training's"))
  }

  @Test func `training shows one figure, complete at the end, and is no result`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train validate=pets.test epochs=3 miniBatchSize=2 learningRate=0.01 seed=7")
    #expect(notebook.page.entries.map(\.kind) == [.display])
    #expect(notebook.page.entries[0].identity != nil)
    #expect(notebook.page.updates >= 1)
    let lines = notebook.page.text.split(separator: "\n").map { String($0).timeless }
    #expect(lines[0].hasPrefix("hand on pets.train ████████████████████ 3 of 3 epochs · loss "))
    #expect(lines[0].contains(" · … · pets.test "))
    #expect(lines[1] == "epochs=3 miniBatchSize=2 optimizer=sgd learningRate=0.01 shuffle=true seed=7")
    #expect(lines.contains { $0.hasPrefix("epoch  training loss    mean  training accuracy %  validation loss") })
    #expect(lines.count { $0.hasPrefix("    1  ") || $0.hasPrefix("    2  ") || $0.hasPrefix("    3  ") } == 3)
    let shown = notebook.page.entries[0].rendering
    #expect(shown.svg?.hasPrefix("<svg") == true)
    #expect(shown.html?.contains("<progress max=\"3\" value=\"3\"") == true)
  }

  @Test(arguments: [("sgd", "0.01", false), ("sgd", "1000", true), ("adam", "1000", true)])
  func `a loss above that of guessing is told, with a rate to try and the way back`(
    optimizer: String, rate: String, isTold: Bool
  ) throws {
    let notebook = try Notebook.withNetwork()
    let training =
      "train hand on=pets.train epochs=3 miniBatchSize=2 optimizer=\(optimizer) learningRate=\(rate) seed=7"
    notebook.run(training)
    let told = notebook.page.text.split(separator: "\n").filter { $0.hasPrefix("The loss rose from ") }
    #expect(told.count == (isTold ? 1 : 0))
    for line in told {
      #expect(
        line.hasSuffix(
          "(guessing gives 1.0986): learningRate=1000 is probably too large. undo reverts this training; "
            + "try learningRate=100."), "\(line)")
      let before = try notebook.network("hand").training.records.count
      notebook.run("undo")
      #expect(try before == 3 && notebook.network("hand").training.records.isEmpty)
    }
    // Who is given back a better epoch's weights has nothing to fear.
    notebook.run("\(training) from=start keep=best")
    let kept = try #require(notebook.page.entries.last?.rendering.plainText)
    #expect(!kept.contains("The loss rose") || !kept.contains("the weights are those of epoch"), "\(kept)")
  }

  @Test func `what takes more memory than there can be is told before anything is learnt`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run(
      """
      network wide input=[3, 8, 8] seed=1 {
        convolution 16 kernel=1
        convolution 1 kernel=[1, 10000] dilation=[1, 10000] padding=same
        flatten
        innerProduct 2
        softmax
      }
      """)
    notebook.expect(
      Mistake(
        "train wide on=pets.train epochs=1 seed=1",
        """
        train wide on=pets.train epochs=1 seed=1
                      ^^^^^^^^^^ Layer convolution1 of wide would need 51.2 GB of memory.
        """))
  }

  @Test func `a block holds the settings as well as the line does`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("network other from=tiny classes=3 seed=42")
    notebook.run(
      """
      epochs = 2
      train hand on=pets.train {
        epochs = $epochs
        miniBatchSize = 4; optimizer = adam
        learningRate = 1/100
      }
      """)
    notebook.run("train other on=pets.train epochs=2 miniBatchSize=4 optimizer=adam learningRate=1%")
    #expect(try notebook.network("hand").definition == notebook.network("other").definition)
  }

  @Test(arguments: [
    ("lr", "learningRate", "0.01"), ("learning_rate", "learningRate", "0.01"), ("batch", "miniBatchSize", "2"),
    ("batchSize", "miniBatchSize", "2"), ("batch_size", "miniBatchSize", "2"),
  ])
  func `aliases are understood and explained once`(alias: String, key: String, value: String) throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 \(alias)=\(value)")
    #expect(notebook.page.entries.first?.rendering.plainText == "\(alias) is understood as \(key).")
    #expect(notebook.page.text.contains("\(key)=\(value) "))
    notebook.run("train hand on=pets.train epochs=1 \(alias)=\(value)")
    #expect(!notebook.page.text.contains("is understood as"))
  }

  @Test(arguments: [("beta_1", "beta1", "0.8"), ("beta_2", "beta2", "0.9"), ("epsilon", "eps", "0.001")])
  func `aliases of adam's numbers are understood`(alias: String, key: String, value: String) throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 optimizer=adam \(alias)=\(value)")
    #expect(notebook.page.text.contains("\(key)=\(value)"))
  }

  @Test(arguments: [
    Mistake(
      "train band on=pets.train",
      """
      train band on=pets.train
            ^^^^ There is no model called band. Did you mean hand?
                 There are hand and near.
      """),
    Mistake(
      "train hand on=pets.train epoch=50",
      """
      train hand on=pets.train epoch=50
                               ^^^^^ train has no "epoch". Did you mean epochs? (epochs, eps)
      """),
    Mistake(
      "train hand on=pets.tran",
      """
      train hand on=pets.tran
                    ^^^^^^^^^ pets has no tran. Did you mean train?
                              It has pets.train and pets.test.
      """),
    Mistake(
      "train hand on=pets.",
      """
      train hand on=pets.
                    ^^^^^ Name a split of pets.
                          It has pets.train and pets.test.
      """),
    Mistake(
      "train hand on=birds.train",
      """
      train hand on=birds.train
                    ^^^^^^^^^^^ There is no dataset called birds.
                                There are more and pets.
      """),
    Mistake(
      "train hand",
      """
      train hand
            ^^^^ train hand needs on=, a training set.
                 Run: train hand on=pets.train
      """),
    Mistake(
      "train near",
      """
      train near
            ^^^^ train near needs on=, a training set.
                 Run: train near on=pets.train
      """),
    Mistake(
      "train hand on=more.train",
      """
      train hand on=more.train
                    ^^^^^^^^^^ hand has 3 outputs, too few for 4 classes: a b c d.
                               To add outputs: grow hand classes=4
                               Or create it again: network hand from=tiny classes=4
      """),
    Mistake(
      "train hand on=pets.train validate=[pets.test, more]",
      """
      train hand on=pets.train validate=[pets.test, more]
                                                    ^^^^ the training of hand has no class a.
                                                         Its classes: cat and dog.
      """),
    Mistake(
      "train hand on=pets.train epochs=0",
      """
      train hand on=pets.train epochs=0
                                      ^ epochs takes a whole number from 1 to 1,000,000, not 0.
      """),
    Mistake(
      "train hand on=pets.train epochs=ten",
      """
      train hand on=pets.train epochs=ten
                                      ^^^ epochs takes a whole number from 1 to 1,000,000, not ten.
      """),
    Mistake(
      "train hand on=pets.train learningRate=-1",
      """
      train hand on=pets.train learningRate=-1
                                            ^^ learningRate takes a number from 0 to 1000, not -1.
      """),
    Mistake(
      "train hand on=pets.train learningRate=nan",
      """
      train hand on=pets.train learningRate=nan
                                            ^^^ learningRate takes a number from 0 to 1000, not nan.
      """),
    Mistake(
      "train hand on=pets.train learningRate=1e400",
      """
      train hand on=pets.train learningRate=1e400
                                            ^^^^^ learningRate takes a number from 0 to 1000, not 1e400.
      """),
    Mistake(
      "train hand on=pets.train epochs=99999999999999999999",
      """
      train hand on=pets.train epochs=99999999999999999999
                                      ^^^^^^^^^^^^^^^^^^^^ epochs takes a whole number from 1 to 1,000,000, not 99999999999999999999.
      """),
    Mistake(
      "train hand on=pets.train shuffle=yes",
      """
      train hand on=pets.train shuffle=yes
                                       ^^^ shuffle takes true or false, not yes.
      """),
    Mistake(
      "train hand on=pets.train optimizer=sgdm",
      """
      train hand on=pets.train optimizer=sgdm
                                         ^^^^ optimizer cannot be sgdm. Did you mean sgd?
      """),
    Mistake(
      "train hand on=pets.train optimizer=adam momentum=0.9",
      """
      train hand on=pets.train optimizer=adam momentum=0.9
                                                       ^^^ momentum=0.9 belongs to optimizer=sgd.
                                                           Leave it out, or set optimizer=sgd.
      """),
    Mistake(
      "train hand on=pets.train beta1=0.9",
      """
      train hand on=pets.train beta1=0.9
                                     ^^^ beta1=0.9 belongs to optimizer=adam.
                                         Set optimizer=adam, or leave it out.
      """),
    Mistake(
      "train near on=pets.train epochs=3",
      """
      train near on=pets.train epochs=3
                                      ^ epochs=3 belongs to neural networks, and near is a k-NN model.
                                        A k-NN model stores photos without epochs: train near on=pets.train
      """),
    Mistake(
      "train hand on=pets.train select=[1]",
      """
      train hand on=pets.train select=[1]
                                      ^^^ select=[1] belongs to k-NN models, and hand is a neural network.
                                          A network is trained on all photos of on=.
      """),
    Mistake(
      "train near on=pets.train select=[0, 9]",
      """
      train near on=pets.train select=[0, 9]
                                          ^ pets.train has no photo 9: it has 6 photos, counted from 0.
      """),
    Mistake(
      "train hand on=pets.train augment=[flipHorizontl]",
      """
      train hand on=pets.train augment=[flipHorizontl]
                                        ^^^^^^^^^^^^^ augment cannot be flipHorizontl. Did you mean flipHorizontal? (flipHorizontal, flipVertical)
      """),
    Mistake(
      "train hand on=pets.train schedule=exponential(0)",
      """
      train hand on=pets.train schedule=exponential(0)
                                        ^^^^^^^^^^^^^^ rate cannot be 0.
                                                       Allowed: above 0, to 1000.
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook.withNetwork()
    for label in ["a", "b", "c", "d"] { try notebook.photo("More/train/\(label)/0.jpg") }
    notebook.run("dataset more path=\"More\"; knn near features=tiny.pool1; train near on=pets.train select=[1]")
    notebook.expect(mistake)
  }
}
