import Networks

extension LayerReader {
  func pooling() throws(ModelFileError) -> PoolingDefinition {
    try expect()
    let isGlobal = content.bool(60)
    return PoolingDefinition(
      statistic: try choice(1, "type", of: [.max, .average, .l2]),
      kernelSize: try extent(10, "kernelSize", absent: 3, least: isGlobal ? 0 : 1),
      stride: try extent(20, "stride", absent: 1, least: isGlobal ? 0 : 1),
      padding: try padding(valid: 30, same: 31, lastPixel: 32), excludesPadding: content.bool(50), isGlobal: isGlobal)
  }
}
