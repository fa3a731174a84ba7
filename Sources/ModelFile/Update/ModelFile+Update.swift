extension ModelFile {
  /// How the network is to be trained further; nil when the file does not say, or the model is no network. A network
  /// with none keeps the field out of its file. Setting it changes no layer's flag; `madeUpdatable` does.
  public var updateParameters: UpdateParameters? {
    get { kind.isNetwork ? content.message(10).map(UpdateParameters.init) : nil }
    set {
      guard kind.isNetwork, newValue != updateParameters else { return }
      content.set(10, message: newValue?.encoded(over: content.message(10)))
    }
  }
}
