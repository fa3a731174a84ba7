import CommandLanguage
import Downloads
import Experiments
import Foundation
import Wording

extension DiagnosticTexts {
  /// What is said of a download that came to nothing.
  static func fetch(_ kind: FetchDiagnostic) -> DiagnosticText {
    switch kind {
    case .badMirror(let address, let isVariable):
      DiagnosticText(
        "\(isVariable ? "\(Mirror.variable) is" : "This is") not a web address: \"\(address)\".",
        "For example: \(isVariable ? "\(Mirror.variable)=" : "url=")\"https://example.org/whet\"")
    case .oneFolderOnly(let names):
      DiagnosticText(
        "into= names one folder, and \(Numbers.list(names)) have one each.",
        "One at a time: fetch \(names[0]) into=\"…\"")
    case .notDownloaded(let collection, let error, let folder, let isMirror):
      DiagnosticText(
        message: "\(collection.name) was not downloaded: \(reason(error)).",
        remedies: remedies(error, collection, folder, isMirror: isMirror))
    }
  }

  /// Why, as the end of a sentence.
  private static func reason(_ error: DownloadError) -> String {
    switch error {
    case .noLibrary(let name): "the library \(name) is not installed"
    case .unreachable(let address, let reason): "\(host(address)) cannot be reached (\(trimmed(reason)))"
    case .noCertificates(let address, _):
      "no certificate authorities are installed, so the identity of \(host(address)) cannot be verified"
    case .status(let address, let code): "\(host(address)) answered with status \(code)\(meaning(code))"
    case .redirected(let address, let reason):
      "\(host(address)) redirected to an address that cannot be used (\(trimmed(reason)))"
    case .stalled(let address, let seconds):
      "nothing came from \(host(address)) for \(Numbers.count(seconds, "second"))"
    case .cutShort(let address, let received, let size):
      "\(host(address)) broke off after \(Numbers.grouped(received)) of \(Numbers.count(size, "byte"))"
    case .otherSize(let address, let announced, let size):
      "\(host(address)) sends a file of \(announced.map(Numbers.grouped) ?? "more than \(Numbers.grouped(size))") bytes, "
        + "not \(Numbers.grouped(size))"
    case .otherContent(let address):
      "the file from \(host(address)) is another one (its SHA-256 is not the listed one); it was deleted"
    case .transfer(let address, let reason): "the connection to \(host(address)) failed (\(trimmed(reason)))"
    case .busy(let folder): "another notebook is downloading it into \(folder)"
    case .cannotWrite(let path, let code): "\(path) cannot be written (\(Words.systemError(code)))"
    case .interrupted: "it was interrupted"
    }
  }

  private static func remedies(
    _ error: DownloadError, _ collection: DownloadCollection, _ folder: String, isMirror: Bool
  ) -> [String] {
    switch error {
    case .busy: return ["Wait until it has finished."]
    case .cannotWrite:
      return ["Make it writable, or name another folder: fetch \(collection.name) into=\"…\", or WHET_DATA=…"]
    default: break
    }
    var lines: [String] = []
    if case .noLibrary = error { lines.append("On Debian and Ubuntu: apt-get install libcurl4") }
    if case .noCertificates = error { lines.append("On Debian and Ubuntu: apt-get install ca-certificates") }
    if error.leavesSomething {
      lines.append("The part received is kept: fetch \(collection.name) continues from there.")
    }
    if error.isOfTheNetwork, !isMirror {
      lines.append("Behind a proxy: https_proxy=…. From a mirror: fetch \(collection.name) url=\"https://…\"")
    }
    lines.append("By hand: put \(byHand(collection)) into \(folder), from \(collection.page)")
    return lines + ["Without it: \(collection.standIn)"]
  }

  /// The files one would put there by hand, when there are few, else what they lie in.
  private static func byHand(_ collection: DownloadCollection) -> String {
    let paths = collection.files.map(\.path)
    guard paths.count > 4 else { return Numbers.list(paths) }
    return Numbers.list(Set(paths.map { String($0.prefix { $0 != "/" }) }).sorted())
  }

  private static func host(_ address: String) -> String {
    URL(string: address).flatMap { url in url.host().map { url.port == nil ? $0 : "\($0):\(url.port ?? 0)" } }
      ?? address
  }

  private static func trimmed(_ words: String) -> String {
    words.trimmingCharacters(in: .whitespacesAndNewlines.union(CharacterSet(charactersIn: ".")))
  }

  private static func meaning(_ status: Int) -> String {
    switch status {
    case 401, 403: ": access is denied"
    case 404, 410: ": the file is not there"
    case 407: ": a proxy requires a name and a password"
    case 429: ": too many requests"
    case 500...599: ": a fault of the server"
    default: ""
    }
  }
}

extension DownloadError {
  /// Whether part of a file is kept.
  fileprivate var leavesSomething: Bool {
    switch self {
    case .stalled, .cutShort, .transfer: true
    default: false
    }
  }

  /// Whether another way through the network might help.
  fileprivate var isOfTheNetwork: Bool {
    switch self {
    case .unreachable, .stalled, .status, .redirected, .transfer, .otherContent, .otherSize: true
    default: false
    }
  }
}
