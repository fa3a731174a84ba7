/// Some neighbouring samples of a mini-batch, led back one after the other by one thread. What they give the parameters is summed
/// apart from the other chunks', whose sums are added up in their order: the bits do not depend on the threads.
struct Chunk {
  /// Which of the mini-batch's chunks it is.
  let number: Int
  /// Whether the sample that is led back is its first, which begins the sums.
  let begins: Bool

  /// Into how many chunks so many samples go, whatever the number of threads.
  static func count(_ samples: Int) -> Int { min(samples, samples < 16 ? 4 : 8) }

  /// The samples of a chunk.
  static func samples(_ number: Int, of samples: Int) -> Range<Int> {
    let chunks = count(samples)
    return number * samples / chunks..<(number + 1) * samples / chunks
  }

  /// With fewer samples threads would have too little to share.
  static func isWorthwhile(_ samples: Int) -> Bool { samples >= 4 }
}
