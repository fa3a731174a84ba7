import Experiments
import Foundation
public import RunStore
import Wording

extension StoreDamage {
  /// That the store was damaged or missing, what of it was recovered, and where the rest is.
  public func sentence(shorten: (String) -> String) -> String {
    guard !path.isEmpty else {
      return
        "The database of the state folder is missing, and a new one was created: earlier models and trainings are not "
        + "known. The photos and weights it kept are not removed."
    }
    let told = [("runs", "run"), ("commands", "command"), ("changes", "change")].compactMap { table, word in
      recovered[table].map { Numbers.count($0, word) }
    }
    return "The store was damaged when it was read on \(date.ISO8601Format()). "
      + (told.isEmpty ? "Nothing in it could be read. " : "Recovered: \(Numbers.list(told)). ")
      + "The damaged file is kept as \(shorten(path)); no content is removed that it may need."
  }
}
