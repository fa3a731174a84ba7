import CommandLanguage
import Downloads
import Experiments
import Figures
import Foundation
import Views
import Wording

/// `fetch gestures squeezenet`
struct FetchCommand: Command {
  private static let collections = PositionalArgument(
    repeating: "name", .choice(of: Manifest.names), "What to download.", isOptional: true)
  private static let into = KeyedArgument("into", .path, "Folder for the files; by default the data folder.")
  private static let url = KeyedArgument("url", .text, "Mirror: a server with the files of the data folder.")
  private static let timeout = KeyedArgument(
    "timeout", .integer(1...3600), "Seconds without data after which the download fails.", default: 30)

  static let declaration = CommandDeclaration(
    "fetch", "Downloads sample photos, digits and models into the data folder.",
    discussion: """
      Every file has a known size and SHA-256 and is moved into place only if both match. After an interrupt, the next \
      fetch continues where the last one stopped; files that are present are not downloaded again. Proxies are taken \
      from http_proxy, https_proxy and no_proxy. url= or WHET_MIRROR names a mirror: any server with the files in the \
      layout of the data folder. undo does not remove downloads. Without a name, fetch lists what it can download.
      """,
    positionals: [collections],
    arguments: [into, url, timeout],
    examples: ["fetch", "fetch gestures squeezenet", "fetch mnist url=\"http://127.0.0.1:8000\""])

  private let names: [CheckedValue]
  private let into: CheckedValue?
  private let url: CheckedValue?
  private let patience: Int

  init(_ arguments: Arguments) throws {
    names = arguments[Self.collections]
    into = arguments[Self.into]
    url = arguments[Self.url]
    patience = arguments[Self.timeout]
    if let into, Set(names.map(\.word)).count > 1 {
      throw Diagnostic(.fetch(.oneFolderOnly(names.map(\.word))), at: into.span)
    }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    guard !names.isEmpty else {
      return FetchView.overview { collection in
        let folder = workspace.files.folder.appending(path: collection.folder)
        return collection.files.allSatisfy {
          FileManager.default.fileExists(atPath: folder.appending(path: $0.path).path(percentEncoded: false))
        }
      }
    }
    let mirror = try mirror(workspace.files)
    for name in names {
      guard let collection = Manifest.collection(name.word) else { preconditionFailure("the names are declared") }
      let rendering = try fetch(collection, mirror, name, in: workspace.files, on: context)
      if names.count == 1 { return rendering }
      if let rendering { context.show(rendering) }
    }
    return nil
  }

  /// Downloads one collection.
  ///
  /// - Returns: What it came to; nil where a live figure shows it.
  private func fetch(
    _ collection: DownloadCollection, _ mirror: Mirror?, _ name: CheckedValue, in files: DataFolder,
    on context: CommandContext
  ) throws -> Rendering? {
    let target = into.map { files.destination($0.word) } ?? files.folder.appending(path: collection.folder)
    let path = target.path(percentEncoded: false)
    let fetcher = Fetcher(
      mirror.map { collection.mirrored(at: $0) } ?? collection, into: path, agent: "whet/\(Engine.version)",
      patience: patience)
    let view = FetchView(collection: collection)
    let live = context.live()
    let start = ContinuousClock.now
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
    do throws(DownloadError) {
      let bytes = try fetcher.run(goesOn: { !context.isInterrupted }) { progress in
        live.update(after: LiveDisplay.patience) { view.progress(progress, seconds: seconds) }
      }
      return live.result(
        view.result(
          folder: files.short(target), came: bytes > 0 ? (bytes, seconds) : nil, others: fetcher.inventory().other))
    } catch .interrupted(let received) {
      throw StatementInterruption(
        remark:
          "\(Numbers.bytes(received)) of \(collection.name) are kept: fetch \(collection.name) continues from there.")
    } catch {
      throw Diagnostic(
        .fetch(.notDownloaded(collection, error, folder: files.short(target), fromMirror: mirror != nil)),
        at: name.span)
    }
  }

  /// The server the files are to come from, where one is named.
  private func mirror(_ files: DataFolder) throws -> Mirror? {
    if let url {
      guard let mirror = Mirror(url.word) else {
        throw Diagnostic(.fetch(.badMirror(url.word, isVariable: false)), at: url.span)
      }
      return mirror
    }
    guard let address = files.mirror else { return nil }
    guard let mirror = Mirror(address) else { throw Diagnostic(.fetch(.badMirror(address, isVariable: true))) }
    return mirror
  }
}
