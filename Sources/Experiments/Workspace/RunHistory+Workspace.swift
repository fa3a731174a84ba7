extension RunHistory {
  /// Those of a workspace's place.
  public init(_ workspace: Workspace) {
    self.init(store: workspace.store, memory: workspace.memory, journal: workspace.undo.files)
  }
}
