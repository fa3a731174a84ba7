/// What `kernel_info_reply` tells about the language and the program behind it.
public struct LanguageInfo: Sendable, Equatable {
  /// A page of help that front ends offer in their menus.
  public struct HelpLink: Sendable, Equatable {
    /// The menu's text.
    public var text: String
    /// The address it opens.
    public var url: String

    /// A menu text and the address behind it.
    public init(text: String, url: String) {
      self.text = text
      self.url = url
    }
  }

  /// The program that answers, such as `whet`.
  public var implementation: String
  /// The program's version.
  public var implementationVersion: String
  /// The language, in lower case.
  public var name: String
  /// The language's version.
  public var version: String
  /// The MIME type of a script.
  public var mimetype: String
  /// The extension of a script, with its dot.
  public var fileExtension: String
  /// The CodeMirror mode that colours it in notebooks.
  public var codemirrorMode: String
  /// The Pygments lexer that colours it in exported documents.
  public var pygmentsLexer: String
  /// What a console prints when it starts.
  public var banner: String
  /// Pages of help.
  public var helpLinks: [HelpLink]

  /// A language with its program, banner and help.
  public init(
    implementation: String, implementationVersion: String, name: String, version: String, mimetype: String,
    fileExtension: String, codemirrorMode: String, pygmentsLexer: String, banner: String, helpLinks: [HelpLink] = []
  ) {
    self.implementation = implementation
    self.implementationVersion = implementationVersion
    self.name = name
    self.version = version
    self.mimetype = mimetype
    self.fileExtension = fileExtension
    self.codemirrorMode = codemirrorMode
    self.pygmentsLexer = pygmentsLexer
    self.banner = banner
    self.helpLinks = helpLinks
  }
}
