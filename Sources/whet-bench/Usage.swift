/// What the program can be asked.
enum Usage {
  static var text: String {
    """
    whet-bench [--peers] [--seconds S] [--rounds R] [FIGURE…]
        times every figure and a model file, or the figures whose names begin with an argument;
        with --peers beside other engines, in turns of some S seconds in all, R of them
    whet-bench memory                        the memory of 20 trainings
    whet-bench model-file [FILE]             opening and saving a model file
    whet-bench forward MODEL INPUT OUTPUT THREADS RUNS
        one model on the bytes of a file, as Tests/Peers asks it beside other engines
    whet-bench scaling [WORK…]               time and memory against the size of the work
    whet-bench kernel                        the kernel beside others
    whet-bench cells                         the steps of a cell without sockets
    whet-bench layers [--training] [BATCH]   the layers of SqueezeNet, forward or in a step of training
    whet-bench layers MODEL [RUNS]           the layers of any model on one sample, and their kinds

    Figures: \(figures).
    With --peers alone, for it takes their converters to make the model: transformer-1, transformer-8.
    By their whole names alone, for they take minutes: \(Figure.large.map(\.name).joined(separator: ", ")).
    """
  }

  /// Every figure's name once: some are timed on one thread, too.
  static var figures: String {
    Figure.all.map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ", ")
  }
}
