import CKernels

/// Work for the vector units while the matrix unit multiplies, which leaves half of them free. It has nothing to do with the
/// product beside which it is done; when that is done, so is this.
public struct OverlappedWork {
  let work: whet_overlapped_work

  init(
    cutting side: TileFactor.Side, _ tiling: whet_tiling, from: UnsafePointer<Float>,
    into tiles: UnsafeMutablePointer<Float>
  ) {
    var work = whet_overlapped_work()
    work.kind = Int32(side == .left ? WHET_CUT_LEFT : WHET_CUT_RIGHT)
    work.tiling = tiling
    work.from = from
    work.to = UnsafeMutableRawPointer(tiles).assumingMemoryBound(to: UInt16.self)
    self.work = work
  }

  init(
    moving w: UnsafeMutablePointer<Float>, gradient: UnsafePointer<Float>, first: UnsafeMutablePointer<Float>,
    second: UnsafeMutablePointer<Float>, count: Int, step: whet_adam_step
  ) {
    var work = whet_overlapped_work()
    work.kind = Int32(WHET_ADAM)
    (work.w, work.gradient, work.m, work.v) = (w, gradient, first, second)
    work.count = count
    work.step = step
    self.work = work
  }

  /// Does it without a product.
  public func doAlone() {
    var work = work
    switch Int(work.kind) {
    case WHET_CUT_LEFT: whet_tile_left(&work.tiling, work.from, work.to)
    case WHET_CUT_RIGHT: whet_tile_right(&work.tiling, work.from, work.to)
    default: whet_adam(work.w, work.gradient, work.m, work.v, work.count, &work.step)
    }
  }
}
