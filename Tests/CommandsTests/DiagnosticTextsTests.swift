import Files
import Foundation
import Language
import ModelFile
import Networks
import Pictures
import Testing
import Training
import Wording

@testable import Commands
@testable import Experiments
@testable import Views

/// What is said of facts that a notebook seldom meets. The common ones are told in the tests of the commands.
struct DiagnosticTextsTests {
  private static let conv = LayerName(name: "conv1", type: "convolution")

  static let modelFiles: [(ModelFileError, String)] = [
    (.cannotRead(path: "x", code: EACCES), "m cannot be read: Permission denied."),
    (
      .cannotWrite(path: "x", code: ENOSPC),
      "m could not be written: No space left on device. What was there before is untouched."
    ),
    (
      .cannotWrite(path: "x", code: ENOENT),
      "m could not be written: its folder belongs to the system or is missing, and takes no new files."
    ),
    (.fileTooLarge(path: "x", bytes: 5_000_000_000, limit: 4 << 30), "m has 5.0 GB; at most 4.3 GB are read."),
    (.otherForm(path: "x", .folder), "m is a folder, not a model file."),
    (.notAModel(byteCount: 1), "m is not a Core ML model: its 1 byte does not have its format."),
    (.notAModel(byteCount: 0), "m is not a Core ML model: the file is empty."),
    (.notAModel(byteCount: 2048), "m is not a Core ML model: its 2,048 bytes do not have its format."),
    (
      .malformed(.truncated(missing: 1), field: "", layer: nil, offset: 12),
      "m is damaged: it ends too early, 1 byte is missing."
    ),
    (
      .malformed(.truncated(missing: 5), field: "layers[3]", layer: "conv1", offset: 12_345),
      "m is damaged: 5 bytes are missing at the end in layers[3] of layer conv1, at byte 12,345."
    ),
    (
      .malformed(.endlessNumber, field: "description", layer: nil, offset: 1),
      "m is damaged: a number does not end in description, at byte 1."
    ),
    (
      .malformed(.impossibleTag(7), field: "a", layer: nil, offset: 1),
      "m is damaged: an impossible field tag (7) in a, at byte 1."
    ),
    (
      .malformed(.notText, field: "a", layer: nil, offset: 1), "m is damaged: a text that is not UTF-8 in a, at byte 1."
    ),
    (
      .wrongKind(.pipeline, wanted: [.neuralNetworkClassifier]),
      "m is a pipeline; this needs a neural network classifier."
    ),
    (
      .wrongKind(.other("glmRegressor"), wanted: [.neuralNetwork, .neuralNetworkClassifier]),
      "m is a model of kind glmRegressor; this needs a neural network or a neural network classifier."
    ),
    (
      .unsupportedLayers([LayerName(name: "a", type: "uniDirectionalLSTM")]),
      "m has a layer that cannot be run here: a (uniDirectionalLSTM)."
    ),
    (
      .unsupportedLayers((0..<7).map { LayerName(name: "l\($0)", type: $0 == 1 ? nil : "gru") }),
      "m has layers that cannot be run here: l0 (gru), l1 (no type), l2 (gru), l3 (gru), l4 (gru) and 2 more."
    ),
    (.layer(conv, .noType), "Layer conv1 (convolution) of m contradicts itself: it has no type."),
    (
      .layer(conv, .listLength(field: "stride", allowed: [0, 2], actual: 3)),
      "Layer conv1 (convolution) of m contradicts itself: stride has 3 entries instead of 0 or 2."
    ),
    (
      .layer(conv, .groups(channels: 4, groups: 3)),
      "Layer conv1 (convolution) of m contradicts itself: 4 channels cannot be split into 3 groups."
    ),
    (
      .layer(conv, .weights(field: "weights", .count(expected: 1000, actual: 999))),
      "Layer conv1 (convolution) of m contradicts itself: its weights hold 999 numbers instead of 1,000."
    ),
    (
      .input(name: "image", .shape([1, 2])),
      "Input image of m cannot be fed: its shape is [1, 2]; [C] and [C, H, W] are supported."
    ),
    (
      .nearestNeighbors(.labelCount(samples: 3, labels: 2)),
      "The examples in m contradict themselves: there are 3 examples and 2 labels."
    ),
    (
      .cannotExpress(.labelCount(labels: 2, scores: 3)),
      "m cannot be written as a Core ML file: it has 3 scores and is given 2 labels."
    ),
    (
      .wrongKind(.mlProgram, wanted: [.neuralNetwork]),
      "m is an ML program; this needs a neural network."
    ),
    (.package(.noManifest), "m is not a model package: it has no Manifest.json."),
    (.package(.version("2.0.0")), "m is a package of version 2.0.0; version 1 can be read."),
    (.package(.path("../x")), "m names ../x, which is not a path within the package."),
    (
      .program(ProgramError(.noFunction("b", known: ["a", "main"]))),
      "m has no function \"b\"."
    ),
    (
      .program(ProgramError(.declaredShape(value: "y", declared: [1, 2], actual: [2]), at: conv)),
      "Operation conv1 (convolution) of m cannot be run: y is declared as [1, 2] but comes out as [2]."
    ),
    (
      .program(
        ProgramError(
          .unknownOperations(["a", "b", "c"].map { LayerName(name: $0, type: $0 == "b" ? "gru" : "lstm") }))),
      "m has operations that cannot be run here: gru (b) and lstm (a and 1 more)."
    ),
    (
      .program(ProgramError(.weights(.missing("w.bin")), at: conv)),
      "Operation conv1 (convolution) of m cannot be run: the file of its weights, w.bin, is missing."
    ),
    (
      .cannotExpress(.nothingUpdatable),
      "m cannot be written as a Core ML file: no layer of it is updatable; add updatable=false."
    ),
  ]

  @Test(arguments: modelFiles.indices) func `what is wrong with a model file`(index: Int) {
    let (error, message) = Self.modelFiles[index]
    #expect(DiagnosticTexts.text(of: .modelFile("m", error)).message == message)
  }

  static let networks: [(NetworkError, String)] = [
    (.unknownTensor(layer: "a", name: "t"), "Layer a of m reads t, which no layer makes."),
    (.unknownTensor(layer: nil, name: "t"), "m reads t, which no layer makes."),
    (.duplicateTensor(layer: "a", name: "t"), "Layer a of m makes t, which another layer makes already."),
    (.duplicateLayer(name: "a"), "Two layers of m are called a."),
    (.wrongTensorCount(layer: "a", expected: 2, actual: 1), "Layer a of m has 1 tensor and needs 2."),
    (
      .shapeMismatch(layer: "a", expected: [0, 4], actual: [3]),
      "Layer a of m expects the shape [any, 4], not [3]."
    ),
    (
      .parameterMismatch(layer: "a", parameter: "weights", expected: [4], actual: [3]),
      "The weights of layer a of m have the shape [3] instead of [4]."
    ),
    (.invalidSetting(layer: "a", setting: "stride", value: 0), "stride of layer a of m cannot be 0."),
    (
      .emptyOutput(layer: "a", input: [3, 2, 2]),
      "Layer a of m has no output: its window is larger than its input [3, 2, 2]."
    ),
    (.tooLarge(layer: nil, bytes: 9_000_000_000), "m would need 9.0 GB of memory."),
    (.tooLarge(layer: "a", bytes: 9_000_000_000), "Layer a of m would need 9.0 GB of memory."),
    (.unsupported(layer: "a", kind: "gru"), "Layer a of m (gru) cannot be run here."),
    (.invalidInput(name: "x", shape: []), "Input x of m has the shape [], which is not valid."),
    (
      .imageInput(name: "x", .biases, expected: 3, actual: 2),
      "Input x of m is an image with 2 biases; it needs 3."
    ),
    (
      .imageInput(name: "x", .channels, expected: 3, actual: 1),
      "Input x of m is an image with 1 channel; it needs 3."
    ),
    (
      .imageInput(name: "x", .meanNumbers, expected: 16, actual: 1),
      "Input x of m is an image with a mean image of 1 number; it needs 16."
    ),
    (.feed(.missing(name: "x")), "m needs a value for its input x."),
    (.feed(.unknown(name: "x", known: ["y"])), "m has no input x."),
    (.feed(.shape(name: "x", expected: [2], actual: [3])), "Input x of m expects [2] and was given [3]."),
    (.feed(.batchMismatch(expected: 2, actual: 3)), "m was given 3 samples instead of 2."),
    (.feed(.pictureSize(expected: Extent(4, 3), actual: Extent(5, 6))), "m reads pictures of 3 × 4 pixels, not 6 × 5."),
    (.feed(.imageInputs(count: 0)), "m reads 0 images, so a photo alone is not enough."),
    (.step(.nothingToTrain), "No layer of m is updatable, so there is nothing to train."),
    (
      .step(.lossNeedsSoftmax(tensor: "t")), "m cannot be trained with cross entropy: t is not the output of a softmax."
    ),
    (.step(.classOutOfRange(target: 4, count: 3)), "m has 3 outputs; there is no output 4."),
    (.step(.targetShape(expected: [2], actual: [3])), "The targets of m have the shape [3] instead of [2]."),
    (
      .step(.notDifferentiable(layer: "a", kind: "embedding")),
      "The gradient of m cannot pass through layer a (embedding)."
    ),
    (.step(.diverged(loss: .nan)), "The loss of m is no longer a number."),
    (.step(.stopped), "The training of m was stopped."),
    (.step(.lossCount(losses: 2, targets: 1)), "m has 2 losses and targets for 1."),
    (.step(.lossSetting(name: "labelSmoothing", value: 1.5)), "labelSmoothing of a loss cannot be 1.5."),
  ]

  @Test(arguments: networks.indices) func `what is wrong with a network`(index: Int) {
    let (error, message) = Self.networks[index]
    #expect(DiagnosticTexts.text(of: .network("m", error)).message == message)
  }

  static let trainings: [(TrainingError, String)] = [
    (.dimensions(expected: 1000, actual: 16), "m stores 1,000 numbers per photo, not 16."),
    (.shape([2, 3, 4]), "m needs a row of features per photo, not the shape [2, 3, 4]."),
    (.count(of: "labels", expected: 3, actual: 2), "m was given 2 labels for 3."),
    (.notFinite(sample: 3, position: 7), "Feature 7 of photo 3 is infinite or not a number, so m cannot use it."),
    (.noSamples, "There is nothing to train m on."),
    (.unknownClass(sample: 1, target: 5, classes: 3), "Photo 1 belongs to output 5, but m has 3 outputs."),
    (
      .stateMismatch(of: "samples", expected: 6, actual: 7),
      "The stopped training of m had 6 samples, and now there are 7."
    ),
    (.fixedWhileTraining(["epochs", "seed"]), "epochs and seed cannot change while m is being trained."),
  ]

  @Test(arguments: trainings.indices) func `what is wrong with a training`(index: Int) {
    let (error, message) = Self.trainings[index]
    #expect(DiagnosticTexts.text(of: .training("m", error)).message == message)
  }

  static let photos: [(PictureError.Problem, String)] = [
    (.missing, "it is no longer there"), (.notRegular(.pipe), "it is not a regular file but a named pipe"),
    (.unreadable(code: EIO), "Input/output error"),
    (.empty, "the file is empty"),
    (.tooManyBytes(200_000_000, limit: 134_217_728), "200.0 MB; at most 134.2 MB are read"),
    (.notAPicture(.text), "it is text, not a picture"),
    (.notAPicture(.jpegXL), "it is a JPEG XL picture, which is not read"),
    (
      .noLibrary(.heic, file: "libheif.so.1"),
      "it is a HEIC picture, and libheif.so.1 is not installed; "
        + "Debian: apt install libheif1 libheif-plugin-libde265 (Debian 12: libheif1 alone)"
    ),
    (
      .noLibrary(.webP, file: "libwebp.so.7"),
      "it is a WebP picture, and libwebp.so.7 is not installed; Debian: apt install libwebp7"
    ),
    (
      .noLibrary(.tiff, file: "libtiff.so.6"),
      "it is a TIFF picture, and libtiff.so.6 is not installed; Debian: apt install libtiff6"
    ),
    (
      .noDecoder(.avif, file: "libheif.so.1"),
      "it is an AVIF picture, and libheif.so.1 has no decoder for it; "
        + "Debian: apt install libheif1 libheif-plugin-dav1d (Debian 12: libheif1 alone)"
    ),
    (.ends(.png, afterBytes: 1), "PNG ends after 1 byte"),
    (.ends(.jpeg, afterBytes: 1024), "JPEG ends after 1,024 bytes"),
    (.damaged(.jpeg, bytes: 9, detail: "bad Huffman code"), "JPEG is damaged: bad Huffman code"),
    (.unsupported(.jpeg, feature: "12 bits per sample"), "JPEG of a kind that is not read: 12 bits per sample"),
    (
      .tooManyPixels(.png, width: 100_000, height: 100_000, limit: 50_000_000),
      "100,000 × 100,000 pixels; at most 50,000,000 are read"
    ),
  ]

  @Test(arguments: photos.indices) func `why a photo cannot be read`(index: Int) {
    let (problem, reason) = Self.photos[index]
    let told = DiagnosticTexts.text(of: .photo(name: "x.jpg", PictureError(file: "/x.jpg", problem: problem))).message
    #expect(told == "Photo x.jpg cannot be read (\(reason)). Nothing was changed.")
  }

  @Test(
    arguments: [
      (.set([1, 2, 8]), "1, 2, 8"), (.interval(from: 0, to: 1), "from 0 to 1"),
      (.interval(from: 0, to: 1, includingLower: false), "above 0, to 1"),
      (.interval(from: 0, to: 1, includingUpper: false), "from 0 to below 1"),
      (.interval(from: 1, to: .infinity), "1 or more"),
      (.interval(from: 0, to: .infinity, includingLower: false, includingUpper: false), "above 0"),
      (.interval(from: -.infinity, to: 3), "3 or less"), (.anything, "any number"),
    ] as [(AllowedValues, String)])
  func `the values that are allowed`(values: AllowedValues, phrase: String) {
    #expect(values.phrase == phrase)
  }

  @Test func `of very many classes only the first are named`() {
    let known = (0..<1000).map { "class\($0)" }
    let telling = DiagnosticTexts.text(of: .unknownClass("✊", model: "m", known: known))
    #expect(telling.message == "m has no class ✊.")
    #expect(
      telling.remedies == [
        "Its classes: class0, class1, class2, class3, class4, class5, class6, class7, class8, class9 and 990 more."
      ])
  }

  @Test func `a divergence tells where, with which rate, and which to try`() {
    let divergence = Divergence(
      epoch: 3, batch: 1, step: 9, learningRate: 0.5, suggestedLearningRate: 0.05, keptEpochs: 2)
    #expect(
      DiagnosticTexts.text(of: .diverged(model: "m", divergence, isUnchanged: false)).lines == [
        "The loss of m is no longer a number, in epoch 3, mini-batch 2, with learningRate 0.5. The weights are those after epoch 2.",
        "Try learningRate=0.05.",
      ])
    #expect(
      DiagnosticTexts.text(of: .diverged(model: "m", divergence, isUnchanged: true)).message.hasSuffix(
        "0.5. Nothing was changed."))
  }

  @Test func `more than one boundary and a missing image are told`() {
    #expect(
      DiagnosticTexts.text(of: .manyBoundaries("m", ["a", "b"])).message
        == "The inputs of m do not meet in one tensor before its last layers, which read a and b. "
        + "Only networks in which they do can be used.")
    #expect(
      DiagnosticTexts.text(of: .noImageInput("m")).message
        == "m has no image input of a fixed size, so it cannot take photos.")
  }

  @Test func `with nothing made yet, the remedies say how to make it`() throws {
    let notebook = try Notebook(data: nil)
    #expect(
      notebook.fail("train hand") == """
        train hand
              ^^^^ There is no model called hand.
                   To make one: knn hand features=squeezenet.pool10   or   network hand from=squeezenet
        """)
    #expect(
      notebook.fail("show hands") == """
        show hands
             ^^^^^ There is no dataset called hands.
                   To make one: dataset hands path="Dataset"
        """)
  }
}
