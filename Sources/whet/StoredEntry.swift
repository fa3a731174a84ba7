import RunStore

/// The store's record of a cell. It has the name of the kernel's, and a class of its module's name hides the module, so the
/// two meet under another name.
typealias StoredEntry = HistoryEntry
