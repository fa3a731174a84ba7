import Networks

extension ModelFile {
  /// How the network is to be trained further; nil when the file does not say, or the model is no network. Setting it
  /// changes no layer's flag.
  public var updateParameters: UpdateParameters? {
    get { kind.isNetwork ? content.message(10).map(UpdateParameters.init) : nil }
    set {
      guard kind.isNetwork, newValue != updateParameters else { return }
      content.set(10, message: newValue?.encoded(over: content.message(10)))
    }
  }
}
