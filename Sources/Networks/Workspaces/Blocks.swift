/// Parts of samples, shared among a workspace's threads where the work is worth it: so that one sample keeps all of them busy.
enum Blocks {
  /// How many numbers are worth a block.
  static let size = 1 << 13

  /// Calls `body` for blocks of every sample's items, such as pixels.
  static func forEach(
    _ space: Workspace, of items: Int, atMost perBlock: Int, work: Int,
    _ body: (_ sample: Int, _ items: Range<Int>) -> Void
  ) {
    let size = space.threads.areShared ? max(perBlock, 1) : max(items, 1)
    let blocks = (items + size - 1) / size
    space.threads.run(space.batch * blocks, work: work * space.batch) { index, _ in
      let first = index % blocks * size
      body(index / blocks, first..<min(first + size, items))
    }
  }

  /// Calls `body` for runs of numbers that lie together in some maps of one shape, with the run's first number, counted in a map
  /// without gaps.
  static func forEachRun(
    _ space: Workspace, of shape: MapShape, between maps: [Map], work: Int,
    _ body: (_ sample: Int, _ first: Int, _ count: Int) -> Void
  ) {
    if maps.allSatisfy(\.isDense) {
      return forEach(space, of: shape.count, atMost: size, work: work) { body($0, $1.lowerBound, $1.count) }
    }
    forEach(space, of: shape.pixels, atMost: size / shape.channels, work: work) { sample, pixels in
      for pixel in pixels { body(sample, pixel * shape.channels, shape.channels) }
    }
  }
}
