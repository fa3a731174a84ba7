import CommandLanguage
import Foundation
import Testing

@testable import Commands
@testable import Experiments

struct ReferencePagesTests {
  /// Where the pages of this version stand.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/reference").standardizedFileURL

  @Test func `there is an index and a page for every command`() {
    let names = ReferencePages.all.map(\.file)
    #expect(names == ["README.md"] + CommandTable.names.map { "\($0).md" })
  }

  @Test(arguments: ReferencePages.all.map(\.file))
  func `the page is that of the declarations; renew it with whet reference docs/reference`(file: String) throws {
    let page = try #require(ReferencePages.all.first { $0.file == file })
    let standing = try? String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    #expect(standing == page.text)
  }

  @Test func `no page is left of a command there is no more`() throws {
    let standing = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
    #expect(Set(standing) == Set(ReferencePages.all.map(\.file)))
  }

  @Test func `all that is declared is on the page`() throws {
    for command in CommandTable.all {
      let page = try #require(ReferencePages.all.first { $0.file == "\(command.declaration.name).md" })
      for argument in command.declaration.arguments { #expect(page.text.contains("`\(argument.key)=`")) }
      for example in command.declaration.examples { #expect(page.text.contains(example)) }
    }
  }
}
