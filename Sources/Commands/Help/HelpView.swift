import CommandLanguage
import Experiments
import Figures
import Views

/// What the declarations say, laid out for readers: in `help`, and on Shift-Tab.
enum HelpView {
  /// All commands, a line each.
  static func overview(_ commands: [CommandDeclaration]) -> Rendering {
    Rendering.stacked([
      Table(
        caption: "Commands",
        columns: [Table.Column("command"), Table.Column("what it does"), Table.Column("for example")],
        rows: commands.map { declaration in
          [
            .text(declaration.name, .strong), .text(declaration.summary),
            .text(declaration.examples.first ?? declaration.name, .muted),
          ]
        }
      ).rendering,
      Rendering.text(
        "help COMMAND explains a command. Tab completes names, arguments and values; Shift-Tab explains them. name = value "
          + "sets a variable, used as $name; # begins a comment; { } can hold the key = value lines of a command."),
    ])
  }

  /// One command: how it is called, what it takes, what to try.
  static func command(_ declaration: CommandDeclaration) -> Rendering {
    var parts = [Rendering.text("\(declaration.name): \(declaration.summary)")]
    if !declaration.discussion.isEmpty { parts.append(Rendering.text(declaration.discussion)) }
    if !declaration.positionals.isEmpty || !declaration.arguments.isEmpty { parts.append(arguments(declaration)) }
    if !declaration.parts.isEmpty { parts.append(layers(declaration.parts)) }
    if !declaration.examples.isEmpty { parts.append(Rendering.text(declaration.examples.joined(separator: "\n"))) }
    return Rendering.stacked(parts)
  }

  /// One argument of a command.
  static func argument(_ argument: ArgumentDeclaration, of declaration: CommandDeclaration) -> Rendering {
    var lines = [
      "\(argument.key) of \(declaration.name): \(argument.summary)", "takes \(argument.kind.phrase)",
    ]
    if let text = argument.defaultText { lines.append("default: \(text)") }
    if !argument.aliases.isEmpty { lines.append("also written \(argument.aliases.joined(separator: ", "))") }
    if let forms = argument.kind.calls { lines.append("forms: \(forms.examples.joined(separator: ", "))") }
    return Rendering.text(lines.joined(separator: "\n"))
  }

  private static func layers(_ parts: [CommandDeclaration]) -> Rendering {
    Table(
      caption: "Layers in the block",
      columns: [Table.Column("layer"), Table.Column("what it does"), Table.Column("takes")],
      rows: parts.map { part in
        let keys = part.arguments.map(\.key).filter { !["name", "from", "updatable"].contains($0) }
        let words = part.positionals.map(\.name) + keys.map { "\($0)=" }
        return [.text(part.name, .strong), .text(part.summary), .text(words.joined(separator: " "), .muted)]
      }, note: "Each also takes name=, from= and updatable=."
    ).rendering
  }

  private static func arguments(_ declaration: CommandDeclaration) -> Rendering {
    let words: [[Table.Cell]] = declaration.positionals.map { positional in
      let repeated = positional.repeats ? " …" : ""
      return [
        .text(positional.name + repeated, .strong), .text(positional.summary),
        .text(positional.kind.placeholder, .muted),
        .text(positional.isOptional ? "optional" : "", .muted),
      ]
    }
    let keys: [[Table.Cell]] = declaration.arguments.map { argument in
      [
        .text("\(argument.key)=", .strong), .text(argument.summary), .text(argument.kind.placeholder, .muted),
        .text(argument.isRequired ? "required" : argument.defaultText ?? "", .muted),
      ]
    }
    return Table(
      columns: [Table.Column("argument"), Table.Column("meaning"), Table.Column("takes"), Table.Column("default")],
      rows: words + keys
    ).rendering
  }
}
