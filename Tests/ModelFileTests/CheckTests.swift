import Foundation
import ModelFile
import Testing

struct CheckTests {
  @Test(.enabled(if: FixtureIndex.isShared, "the shared folder is not there"))
  func `there are verdicts on all of them`() {
    #expect(FixtureIndex.verdicts.count == 96)
    #expect(FixtureIndex.verdicts.count { !$0.apple_validator.accepted } == CheckTests.refused)
  }

  /// How many of the models Core ML's open validator refuses; it accepts the rest, or breaks down.
  private static let refused = 77

  @Test(
    .enabled(if: !FixtureIndex.verdicts.isEmpty, "the shared folder is not there"), arguments: FixtureIndex.verdicts)
  func `the verdict is that of the open validator`(fixture: FixtureIndex.Verdict) throws {
    let report = try CheckTests.model(fixture).check()
    #expect(report.isAccepted == fixture.apple_validator.accepted, "\(fixture.why): \(report.findings)")
    // Where the validator itself breaks down there is no code to compare with.
    if let code = fixture.apple_validator.code { #expect(report.code == code, "\(fixture.why): \(report.findings)") }
  }

  @Test(arguments: SharedModels.paths.filter { $0.contains("invalid") && !$0.contains("kinds") })
  func `the findings are the rule that is broken and what follows from it`(path: String) throws {
    let report = try SharedModels.model(path).check()
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    let expected = CheckTests.expected[name] ?? []
    #expect(!expected.isEmpty || SharedModels.areThere)
    #expect(report.findings.map(\.rule) == expected.map(\.rule))
    #expect(report.findings.map(\.layer) == expected.map(\.layer))
  }

  @Test(arguments: SharedModels.paths.filter { !$0.contains("invalid") })
  func `nothing is found in a sound model`(path: String) throws {
    #expect(try SharedModels.model(path).check().findings == [])
  }

  @Test func `what is wrong inside a pipeline names the model it is in`() throws {
    let sound = try SharedModels.model("fixtures/HandskNN.mlmodel")
    var broken = sound.pipeline.models[1]
    broken.specificationVersion = 3
    let pipeline = try ModelFile(pipeline: [("first", sound.pipeline.models[0]), ("last", broken)], from: sound)
    let findings = pipeline.check().findings
    #expect(findings.map(\.rule) == [.whole(.versionTooOldToUpdate(version: 3, least: 4))])
    #expect(findings.map(\.model) == [[1]])
  }

  private static func model(_ fixture: FixtureIndex.Verdict) throws -> ModelFile {
    try ModelFile(contentsOf: #require(Fixtures.file(fixture.model)))
  }

  private typealias Expected = (layer: String?, rule: Rule)

  private static func parameter(_ name: String, _ breach: ParameterBreach) -> [Expected] {
    [(nil, .update(.parameterDefault(parameter: name, breach)))]
  }

  private static func weights(_ problem: WeightProblem, _ field: String = "weights") -> [Expected] {
    [("h2", .layers(.contradiction(.weights(field: field, problem))))]
  }

  private static let expected: [String: [Expected]] = [
    "adam_no_beta1": [(nil, .update(.parameterMissing(parameter: "beta1")))],
    "adam_no_beta2": [(nil, .update(.parameterMissing(parameter: "beta2")))],
    "adam_no_eps": [(nil, .update(.parameterMissing(parameter: "eps")))],
    "adam_no_learningRate": [(nil, .update(.parameterMissing(parameter: "learningRate")))],
    "adam_no_miniBatchSize": [(nil, .update(.parameterMissing(parameter: "miniBatchSize")))],
    "array_type_invalid": [
      (nil, .feature(.arrayTypeUnknown(feature: "x", number: 0))), (nil, .update(.trainingInputs(count: 2))),
    ],
    "batch_not_in_set": parameter("miniBatchSize", .notInSet(5, [1, 4, 8])),
    "batch_set_negative": parameter("miniBatchSize", .memberNotPositive(-2)),
    "batch_zero": parameter("miniBatchSize", .notPositive(0)),
    "bias_flag_missing": [("h2", .learning(.weightsNotMarked(field: "bias")))],
    "bias_wrong_size": weights(.count(expected: 3, actual: 4), "bias"),
    "concat_in_path": [("r2", .learning(.gradientBlocked(type: "concat")))],
    "conv_no_padding_kind": [("c1", .layers(.contradiction(.noPaddingKind)))],
    "epochs_range_low": parameter("epochs", .boundNotPositive(0)),
    "epochs_range_missed": parameter("epochs", .outsideRange(2, minimum: 4, maximum: 9)),
    "epochs_range_reversed": parameter("epochs", .outsideRange(2, minimum: 9, maximum: 1)),
    "epochs_zero": parameter("epochs", .notPositive(0)),
    "half_bias_float_weights": [("h2", .layers(.mixedPrecision)), ("h2", .learning(.weightsHalf(field: "bias")))],
    "half_updatable": [
      ("h2", .learning(.weightsHalf(field: "weights"))), ("h2", .learning(.weightsHalf(field: "bias"))),
    ],
    "input_channels_wrong": [("c1", .layers(.shape(expected: 1, actual: 3)))],
    "input_rank_2": [(nil, .interface(.inputShape(feature: "x", shape: [1, 5])))],
    "knn_empty_no_default": [(nil, .neighbors(.contradiction(.noDefaultLabel)))],
    "knn_k_outside": parameter("numberOfNeighbors", .outsideRange(2000, minimum: 1, maximum: 1000)),
    "knn_k_zero": parameter("numberOfNeighbors", .notPositive(0)),
    "knn_label_count": [(nil, .neighbors(.contradiction(.labelCount(samples: 4, labels: 3))))],
    "knn_label_types": [(nil, .neighbors(.defaultLabelType))],
    "knn_leaf_zero": [(nil, .neighbors(.leafSize(0)))],
    "knn_no_distance": [(nil, .neighbors(.contradiction(.noDistance)))],
    "knn_no_index_kind": [(nil, .neighbors(.indexMissing))],
    "knn_no_weighting": [(nil, .neighbors(.contradiction(.noWeighting)))],
    "knn_sample_length": [(nil, .neighbors(.contradiction(.sampleLength(index: 1, expected: 3, actual: 2))))],
    "labels_fewer_than_outputs": [(nil, .layers(.labelCount(labels: 2, scores: 3)))],
    "labels_missing": [(nil, .layers(.labelsMissing))],
    "layer_input_unknown": [("h2", .layers(.tensorUnknown(tensor: "ghost")))],
    "layer_name_twice": [("r1", .learning(.nameTaken(name: "r1")))],
    "leaky_in_path": [("r2", .learning(.gradientBlocked(type: "leakyReLU")))],
    "loss_input_unknown": [(nil, .update(.lossNotOnSoftmax(loss: "lossLayer", input: "nowhere")))],
    "loss_name_taken": [("h2", .learning(.nameTaken(name: "h2")))],
    "loss_not_on_softmax": [(nil, .update(.lossNotOnSoftmax(loss: "lossLayer", input: "z")))],
    "loss_target_inside": [(nil, .update(.lossTargetInside(loss: "lossLayer", target: "h")))],
    "loss_untyped": [(nil, .update(.lossKindMissing(loss: "lossLayer")))],
    "mse_input_unknown": [(nil, .update(.lossInputUnknown(loss: "lossLayer", input: "nowhere")))],
    "mse_on_softmax": [("sm", .learning(.gradientBlocked(type: "softmax")))],
    "no_epochs": [(nil, .update(.parameterMissing(parameter: "epochs")))],
    "no_loss": [(nil, .update(.lossCount(0)))],
    "no_optimizer": [(nil, .update(.optimizerMissing))],
    "no_training_inputs": [(nil, .update(.trainingInputs(count: 0)))],
    "no_type": [(nil, .whole(.kindNotUpdatable(.unspecified)))],
    "no_updatable_layer": [(nil, .learning(.nothingUpdatable))],
    "ok_knn_spec_version_3": [(nil, .whole(.versionTooOldForContent(version: 3, least: 4)))],
    "ok_pipeline_no_training_inputs": [(nil, .update(.trainingInputs(count: 0)))],
    "output_made_twice": [
      ("r2", .layers(.tensorMadeTwice(tensor: "h", before: "h1"))), ("h2", .layers(.tensorUnknown(tensor: "hr"))),
    ],
    "pipeline_empty": [(nil, .pipeline(.empty))],
    "pipeline_first_updatable": [(nil, .pipeline(.innerUpdatable(index: 0)))],
    "pipeline_frozen_last_updatable": [(nil, .pipeline(.frozen(index: 1)))],
    "pipeline_last_frozen": [(nil, .pipeline(.lastFrozen))],
    "pipeline_names_count": [(nil, .pipeline(.nameCount(names: 1, models: 2)))],
    "pipeline_names_twice": [(nil, .pipeline(.nameTaken(name: "first", index: 1)))],
    "pipeline_output_unmade": [(nil, .pipeline(.outputUnmade(feature: "ghost")))],
    "pipeline_type_mismatch": [(nil, .pipeline(.inputType(feature: "input", index: 1)))],
    "pipeline_unfed": [(nil, .pipeline(.inputUnfed(feature: "ghost", index: 1)))],
    "predicted_name_missing": [
      (nil, .interface(.predictedNameMissing)), (nil, .update(.trainingTargetMissing(name: ""))),
    ],
    "prob_layer_unknown": [(nil, .layers(.scoresUnknown(tensor: "ghost")))],
    "quant_9_bits": weights(.bits(9)),
    "quant_lut_short": weights(.tableLength(expected: 8, actual: 7)),
    "quant_raw_short": weights(.byteCount(expected: 12, actual: 3)),
    "quantised_updatable": [("h2", .learning(.weightsQuantized(field: "weights")))],
    "rate_outside_range": parameter("learningRate", .outsideRange(2, minimum: 0, maximum: 1)),
    "raw_without_quantisation": weights(.noQuantization),
    "sgd_no_batch": [(nil, .update(.parameterMissing(parameter: "miniBatchSize")))],
    "sgd_no_rate": [(nil, .update(.parameterMissing(parameter: "learningRate")))],
    "softmax_updatable": [("sm", .learning(.typeNotUpdatable(type: "softmax")))],
    "spec_version_0": [(nil, .whole(.versionMissing))],
    "spec_version_3": [(nil, .whole(.versionTooOldToUpdate(version: 3, least: 4)))],
    "spec_version_99": [(nil, .whole(.versionTooNew(version: 99, newest: 10)))],
    "training_input_only_data": [(nil, .update(.trainingInputs(count: 1)))],
    "training_input_only_label": [(nil, .update(.trainingInputs(count: 1)))],
    "training_label_wrong_name": [(nil, .update(.trainingTargetMissing(name: "label")))],
    "training_label_wrong_type": [(nil, .update(.trainingTargetType(name: "label", found: .int64, wanted: .string)))],
    "two_encodings": weights(.severalEncodings, "bias"),
    "two_losses": [(nil, .update(.lossCount(2)))],
    "weights_flag_missing": [("h2", .learning(.weightsNotMarked(field: "weights")))],
    "weights_wrong_size": weights(.count(expected: 12, actual: 11)),
  ]
}
