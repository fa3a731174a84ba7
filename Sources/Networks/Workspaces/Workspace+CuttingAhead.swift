import Arithmetic

extension Workspace {
  /// Multiplies for every piece with a factor of its own, that is cut before: each thread has its next piece's cut while the matrix
  /// unit multiplies this one's. A cut factor takes `count` floats; what lies behind two of them in a thread's scratch memory is free.
  func runCuttingAhead(
    _ pieces: Int, work: Int, count: Int,
    cut: (_ piece: Int, _ tiles: UnsafeMutablePointer<Float>) -> Meanwhile,
    multiply: (
      _ piece: Int, _ tiles: UnsafePointer<Float>, _ free: UnsafeMutablePointer<Float>, _ meanwhile: Meanwhile?
    ) -> Void
  ) {
    withForesight { foresight in
      run(pieces, work: work) { piece, worker in
        let scratch = scratch(worker)
        func tiles(_ half: Int) -> UnsafeMutablePointer<Float> { scratch + half * count }
        let half = foresight[worker].half
        // Who helps another thread comes to other pieces than the next.
        if foresight[worker].piece != piece { cut(piece, tiles(half)).doAlone() }
        let next = piece + 1 < pieces ? cut(piece + 1, tiles(1 - half)) : nil
        multiply(piece, tiles(half), scratch + 2 * count, next)
        foresight[worker] = Foresight(piece: piece + 1, half: 1 - half)
      }
    }
  }

  private func withForesight(_ body: (UnsafeMutableBufferPointer<Foresight>) -> Void) {
    withUnsafeTemporaryAllocation(of: Foresight.self, capacity: threads) { foresight in
      foresight.initialize(repeating: Foresight(piece: -1, half: 0))
      body(foresight)
    }
  }
}

/// The piece whose factor a thread has cut, and in which half of its memory it lies.
private struct Foresight {
  var piece: Int, half: Int
}
