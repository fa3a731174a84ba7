/// Takes a training's mini-batches from its samples, in the order of each epoch, and says ahead which come next.
struct BatchFeed {
  let source: any SampleSource
  let batches: Batches
  /// The order of the epoch that was asked for last.
  private var order: (epoch: Int, places: [Int])?

  init(_ source: any SampleSource, _ batches: Batches) {
    self.source = source
    self.batches = batches
  }

  /// The samples of a mini-batch of an epoch, both counted from 0; throws what the source throws.
  mutating func samples(of batch: Int, epoch: Int) throws -> Samples {
    let places = places(of: epoch)
    let samples = try source.samples(at: batches.indices(batch: batch, in: places), epoch: epoch)
    for ahead in batch == 0 ? [1, 2] : [2] where batch + ahead < batches.count {
      source.prepare(batches.indices(batch: batch + ahead, in: places))
    }
    return samples
  }

  private mutating func places(of epoch: Int) -> [Int] {
    if let order, order.epoch == epoch { return order.places }
    let places = batches.order(epoch: epoch)
    order = (epoch, places)
    return places
  }
}
