extension WireSchema {
  /// Programs: functions, blocks, operations, and values of any type.
  static let programTables: [WireSchema: Fields] = [
    .functionDescription: [
      1: ("name", .text), 2: ("input", .message(.featureDescription)), 3: ("output", .message(.featureDescription)),
      4: ("predictedFeatureName", .text), 5: ("predictedProbabilitiesName", .text),
    ],
    .program: [2: ("functions", .message(.functionEntry)), 4: ("attributes", .message(.valueEntry))],
    .functionEntry: [1: ("key", .text), 2: ("value", .message(.function))],
    .function: [
      1: ("inputs", .message(.namedType)), 2: ("opset", .text), 3: ("block_specializations", .message(.blockEntry)),
    ],
    .blockEntry: [1: ("key", .text), 2: ("value", .message(.block))],
    .block: [
      1: ("inputs", .message(.namedType)), 2: ("outputs", .text), 3: ("operations", .message(.operation)),
    ],
    .operation: [
      1: ("type", .text), 2: ("inputs", .message(.argumentEntry)), 3: ("outputs", .message(.namedType)),
      4: ("blocks", .message(.block)), 5: ("attributes", .message(.valueEntry)),
    ],
    .argumentEntry: [1: ("key", .text), 2: ("value", .message(.argument))],
    .argument: [1: ("arguments", .message(.binding))],
    .binding: [1: ("name", .text), 2: ("value", .message(.value))],
    .namedType: [1: ("name", .text), 2: ("type", .message(.valueType))],
    .valueType: [
      1: ("tensorType", .message(.tensorType)), 2: ("listType", .message(.listType)),
      3: ("tupleType", .message(.tupleType)), 4: ("dictionaryType", .message(.mapType)),
      5: ("stateType", .message(.stateType)),
    ],
    .tensorType: [3: ("dimensions", .message(.dimension))],
    .dimension: [1: ("constant", .leaf), 2: ("unknown", .leaf)],
    .listType: [1: ("type", .message(.valueType)), 2: ("length", .message(.dimension))],
    .tupleType: [1: ("types", .message(.valueType))],
    .mapType: [1: ("keyType", .message(.valueType)), 2: ("valueType", .message(.valueType))],
    .stateType: [1: ("wrappedType", .message(.valueType))],
    .valueEntry: [1: ("key", .text), 2: ("value", .message(.value))],
    .value: [
      2: ("type", .message(.valueType)), 3: ("immediateValue", .message(.immediate)),
      5: ("blobFileValue", .message(.blob)),
    ],
    .blob: [1: ("fileName", .text)],
    .immediate: [
      1: ("tensor", .message(.tensorValue)), 2: ("tuple", .message(.valueList)), 3: ("list", .message(.valueList)),
      4: ("dictionary", .message(.valueMap)),
    ],
    .valueList: [1: ("values", .message(.value))],
    .valueMap: [1: ("values", .message(.valuePair))],
    .valuePair: [1: ("key", .message(.value)), 2: ("value", .message(.value))],
    .tensorValue: [
      1: ("floats", .message(.packedFloats)), 2: ("ints", .message(.packedNumbers)),
      3: ("bools", .message(.packedNumbers)), 4: ("strings", .message(.packedTexts)),
      5: ("longInts", .message(.packedNumbers)), 6: ("doubles", .leaf), 7: ("bytes", .leaf),
    ],
    .packedFloats: [1: ("values", .floats)],
    .packedNumbers: [1: ("values", .numbers)],
    .packedTexts: [1: ("values", .text)],
  ]
}
