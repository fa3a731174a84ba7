import Downloads
import Foundation
import TestSupport
import Testing
import Wording

@testable import Commands
@testable import Experiments

/// What `fetch` says without a network; what it downloads is seen to in the tests of Downloads and from outside.
struct FetchCommandTests {
  @Test func `alone it lists what there is, and what is here`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.write([1], to: "data/models/SqueezeNetFP16.mlmodel")
    notebook.run("fetch")
    let rows = notebook.page.text.squeezed.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(rows.count == 6)
    #expect(
      rows[2].hasPrefix("gestures 45 photos of hands: rock, paper, scissors ") && rows[2].hasSuffix("data/gestures"))
    #expect(rows[3].hasPrefix("squeezenet ") && rows[3].hasSuffix("models, here"))
    #expect(rows[4].hasPrefix("mnist ") && rows[4].contains(" 11.6 MB "))
    #expect(rows[5].hasPrefix("mobilenet ") && rows[5].contains(" 12.4 MB "))
  }

  @Test(.enabled(if: Shared.file("models/SqueezeNetFP16.mlmodel") != nil, "the shared folder is not there"))
  func `what is here is checked, not downloaded`() throws {
    let notebook = try Notebook(data: nil)
    let model = try #require(Shared.file("models/SqueezeNetFP16.mlmodel"))
    try notebook.write(Data(contentsOf: model), to: "data/models/SqueezeNetFP16.mlmodel")
    let lines = notebook.run("fetch squeezenet url=\"http://127.0.0.1:1\"").squeezed
    #expect(lines.contains("where data/models"))
    #expect(lines.contains("size 1 file, 2.5 MB"))
    #expect(lines.contains("SHA-256 as listed"))
    #expect(lines.contains("downloaded nothing: already there"))
    #expect(lines.contains("Now: network hand from=squeezenet classes=10"))
  }

  @Test func `another file of that name is left alone`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.write([1, 2, 3], to: "data/models/SqueezeNetFP16.mlmodel")
    let lines = notebook.run("fetch squeezenet url=\"http://127.0.0.1:1\"").squeezed
    #expect(lines.contains("SHA-256 as listed, except SqueezeNetFP16.mlmodel"))
    #expect(lines.contains("not replaced SqueezeNetFP16.mlmodel: to replace it, remove it and fetch again"))
    #expect(
      FileManager.default.contents(
        atPath: notebook.folder.appending(path: "data/models/SqueezeNetFP16.mlmodel").path) == Data([1, 2, 3]))
  }

  @Test func `where nobody answers it says what can be done`() throws {
    let notebook = try Notebook(data: nil)
    let said = notebook.fail("fetch mnist url=\"http://127.0.0.1:1\"")
    #expect(
      said.replacing(#/\(Failed.*\)/#, with: "(…)") == """
        fetch mnist url="http://127.0.0.1:1"
              ^^^^^ mnist was not downloaded: 127.0.0.1:1 cannot be reached (…).
                    By hand: put train-images-idx3-ubyte.gz, train-labels-idx1-ubyte.gz, t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz into data/data/mnist, from https://github.com/cvdfoundation/mnist
                    Without it: dataset digits sample=digits
        """)
    #expect(notebook.run("print \"still here\"") == "still here\n")
  }

  @Test(arguments: Manifest.collections)
  func `one can go on without it`(collection: DownloadCollection) throws {
    let notebook = try Notebook(data: nil)
    let said = notebook.fail("fetch \(collection.name) url=\"http://127.0.0.1:1\"")
    let line = try #require(said.firstMatch(of: #/Without it: (.+)/#)).output.1
    notebook.run(String(line))
  }

  @Test func `a place of another's choice is used`() throws {
    let notebook = try Notebook(data: nil)
    let said = notebook.fail("fetch gestures into=\"my photos\" url=\"http://127.0.0.1:1\"")
    #expect(said.contains("By hand: put LICENSE, test and train into my photos, from https://github.com/hollance/"))
  }

  @Test(arguments: [
    Mistake(
      "fetch gesture",
      """
      fetch gesture
            ^^^^^^^ name cannot be gesture. Did you mean gestures?
      """),
    Mistake(
      "fetch gestures mnist into=\"x\"",
      """
      fetch gestures mnist into="x"
                                ^^^ into= names one folder, and gestures and mnist have one each.
                                    One at a time: fetch gestures into="…"
      """),
    Mistake(
      "fetch mnist url=\"file:///etc\"",
      """
      fetch mnist url="file:///etc"
                      ^^^^^^^^^^^^^ This is not a web address: "file:///etc".
                                    For example: url="https://example.org/whet"
      """),
    Mistake(
      "fetch mnist timeout=0",
      """
      fetch mnist timeout=0
                          ^ timeout takes a whole number from 1 to 3,600, not 0.
      """),
    Mistake(
      "dataset hands path=\"data/gestures\"",
      """
      dataset hands path="data/gestures"
                         ^^^^^^^^^^^^^^^ data/gestures does not exist.
                                         Looked for it at data/gestures and data/data/gestures.
                                         To download it: fetch gestures
                                         Without data of your own: dataset hands sample=hands
      """),
    Mistake(
      "dataset digits idx=\"data/mnist\"",
      """
      dataset digits idx="data/mnist"
                         ^^^^^^^^^^^^ data/mnist does not exist.
                                      Looked for it at data/mnist and data/data/mnist.
                                      To download it: fetch mnist
                                      Without data of your own: dataset digits sample=digits
      """),
    Mistake(
      "network hand from=mobilenet classes=10",
      """
      network hand from=mobilenet classes=10
                        ^^^^^^^^^ The model mobilenet was not found.
                                  Looked for it at data/models/MobileNetV2.mlmodel and data/models/MobileNetV2FP16.mlmodel.
                                  To download it: fetch mobilenet
                                  Or use sketch, a small network built into Whet; its features are sketch.pool5.
      """),
  ])
  func `what cannot be done is told, and what could be downloaded is said so`(mistake: Mistake) throws {
    try Notebook(data: nil).expect(mistake)
  }

  /// What is said of every way in which a download can fail.
  @Test(arguments: [
    (
      DownloadError.noLibrary("libcurl.so.4"), "the library libcurl.so.4 is not installed.",
      "apt-get install libcurl4"
    ),
    (
      .noCertificates(address: "https://a.org/x", reason: ""),
      "no certificate authorities are installed, so the identity of a.org cannot be verified.",
      "apt-get install ca-certificates"
    ),
    (
      .unreachable(address: "https://a.org/x", reason: "Could not resolve host: a.org"),
      "a.org cannot be reached (Could not resolve host: a.org).", "Behind a proxy: https_proxy=…."
    ),
    (
      .status(address: "http://a.org:81/x", code: 404), "a.org:81 answered with status 404: the file is not there.",
      "By hand"
    ),
    (
      .status(address: "http://a.org/x", code: 503), "a.org answered with status 503: a fault of the server.",
      "By hand"
    ),
    (.status(address: "http://a.org/x", code: 418), "a.org answered with status 418.", "By hand"),
    (.stalled(address: "http://a.org/x", seconds: 1), "nothing came from a.org for 1 second.", "The part received"),
    (
      .cutShort(address: "http://a.org/x", received: 1000, size: 2_500_477),
      "a.org broke off after 1,000 of 2,500,477 bytes.",
      "The part received is kept: fetch squeezenet continues from there."
    ),
    (
      .otherSize(address: "http://a.org/x", announced: 12, size: 2_500_477),
      "a.org sends a file of 12 bytes, not 2,500,477.", "By hand"
    ),
    (
      .otherSize(address: "http://a.org/x", announced: nil, size: 2_500_477),
      "a.org sends a file of more than 2,500,477 bytes, not 2,500,477.", "By hand"
    ),
    (
      .otherContent(address: "http://a.org/x"),
      "the file from a.org is another one (its SHA-256 is not the listed one); it was deleted.", "By hand"
    ),
    (
      .redirected(address: "http://a.org/x", reason: "Maximum (10) redirects followed"), "a.org redirected to",
      "By hand"
    ),
    (.transfer(address: "http://a.org/x", reason: "reset."), "the connection to a.org failed (reset).", "continues"),
    (.busy(folder: "models"), "another notebook is downloading it into models.", "Wait until it has finished"),
    (.cannotWrite(path: "m/x", code: ENOSPC), "m/x cannot be written (No space left on device).", "Make it writable"),
  ])
  func `every failure has its sentence`(error: DownloadError, message: String, remedy: String) throws {
    let collection = try #require(Manifest.collection("squeezenet"))
    let told = DiagnosticTexts.text(of: .fetch(.notDownloaded(collection, error, folder: "models", fromMirror: false)))
    #expect(told.message.hasPrefix("squeezenet was not downloaded: \(message)"))
    #expect(told.remedies.contains { $0.contains(remedy) }, "\(told.remedies)")
  }
}
