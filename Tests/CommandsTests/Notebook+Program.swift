import Foundation
import Testing

@testable import ExperimentSupport

extension Notebook {
  /// A notebook with the small dataset `pets` and a package `eyes.mlpackage`.
  convenience init(withPetsAnd program: PackageBuilder, isRemembering: Bool = false) throws {
    try self.init(data: nil, isRemembering: isRemembering)
    try smallDataset()
    try PackageBuilder.write(program.files, to: folder.appending(path: "eyes.mlpackage"))
    run("dataset pets path=\"Pets\"")
  }
}
