import ExperimentSupport
import Foundation
import Testing

@testable import Experiments

struct FilePathTests {
  @Test(arguments: [("/a/b/", "/a/b"), ("/a/./b/../c", "/a/c"), ("/a b/ä.jpg", "/a b/ä.jpg"), ("/", "/")])
  func `a path has no slash at its end, and none of its characters are escaped`(given: String, plain: String) {
    #expect(FilePath.plain(URL(filePath: given)) == plain)
  }

  @Test func `a folder is one, a file and nothing are none`() throws {
    let scratch = try ScratchFolder()
    try scratch.write([1], to: "folder/file")
    #expect(FilePath.isFolder(scratch.folder.appending(path: "folder")))
    #expect(!FilePath.isFolder(scratch.folder.appending(path: "folder/file")))
    #expect(!FilePath.isFolder(scratch.folder.appending(path: "nothing")))
  }
}
