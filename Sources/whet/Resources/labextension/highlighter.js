// Colours for the Whet language: commands and layers, keys, strings, numbers, variables and comments.
//
// The grammar alone tells what a word is, so no list of commands has to be kept here: the first word of a statement is a
// command (in a block: a layer) unless "=" follows it, and a word before "=" is a key.

const MIME_TYPE = "text/x-whet";
const WORD = /^[^\s=,;[\](){}"'#$\\]+/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?%?$/;
const CONSTANT = /^(true|false|none|True|False|None|nothing)$/;

const isNumber = (word) => {
  const parts = word.split("/");
  return parts.length <= 2 && parts.every((part) => NUMBER.test(part));
};

const wordStyle = (word, stream, state, isFirst) => {
  if (stream.match(/^[ \t]*=/, false)) return state.brackets.length > 0 || !isFirst ? "attributeName" : "definition";
  if (isFirst) return "keyword";
  if (CONSTANT.test(word)) return "atom";
  if (isNumber(word)) return "number";
  return stream.peek() === "(" ? "variableName.standard" : null;
};

// How a statement goes on: `brackets` are those open, `isFirst` says whether the next word is the first of a statement.
export const parser = {
  name: "whet",
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"', "'"] },
    // What typed at the beginning of a line sets its indentation anew.
    indentOnInput: /^\s*[}\])]$/ },
  tokenTable: {},

  startState: () => ({ brackets: [], isFirst: true, isContinued: false }),
  copyState: (state) => ({ ...state, brackets: [...state.brackets] }),

  /** Two blanks for all that is open; a line that begins with what closes it stands below its opening. */
  indent(state, textAfter) {
    const closers = /^[\s}\])]*/.exec(textAfter)[0].replaceAll(/\s/g, "").length;
    return 2 * (Math.max(0, state.brackets.length - closers) + (state.isContinued ? 1 : 0));
  },

  token(stream, state) {
    if (stream.sol()) {
      const innermost = state.brackets.at(-1);
      if (!state.isContinued && innermost !== "[" && innermost !== "(") state.isFirst = true;
      state.isContinued = false;
    }
    if (stream.eatSpace()) return null;
    const { isFirst } = state;
    const word = stream.match(WORD);
    if (word) {
      state.isFirst = false;
      return wordStyle(word[0], stream, state, isFirst);
    }
    return mark(stream.next(), stream, state);
  },
};

const mark = (character, stream, state) => {
  switch (character) {
    case "#":
      stream.skipToEnd();
      return "comment";
    case '"':
      state.isFirst = false;
      return stream.match(/^(?:[^"\\]|\\.)*"/) ? "string" : (stream.skipToEnd(), "invalid");
    case "'":
      state.isFirst = false;
      return stream.match(/^[^']*'/) ? "string" : (stream.skipToEnd(), "invalid");
    case "$":
      state.isFirst = false;
      return stream.match(/^[\p{L}][\p{L}\p{N}_]*/u) ? "variableName.special" : "invalid";
    case "\\":
      state.isContinued = true;
      return "operator";
    case "=":
      state.isFirst = false;
      return "operator";
    case ";":
      state.isFirst = true;
      return "punctuation";
    case "{":
      state.isFirst = true;
      state.brackets.push(character);
      return "bracket";
    case "[":
    case "(":
      state.isFirst = false;
      state.brackets.push(character);
      return "bracket";
    case "}":
    case "]":
    case ")":
      state.brackets.pop();
      state.isFirst = false;
      return "bracket";
    default:
      return character === "," ? "punctuation" : null;
  }
};

// The kernel names a mode that every front end has, so that cells have some colours without this extension; here its
// language's name decides.
const preferOwn = (service) => {
  const known = service.getMimeTypeByLanguage.bind(service);
  service.getMimeTypeByLanguage = (info) => (info?.name === "whet" ? MIME_TYPE : known(info));
};

/** The extension of editors for the language, from this file's neighbour that asks the kernel. */
export const editing = { extensions: () => [] };

export const plugin = async (library) => {
  const [codemirror, codeeditor, language, highlight] = await Promise.all(
    ["@jupyterlab/codemirror", "@jupyterlab/codeeditor", "@codemirror/language", "@lezer/highlight"].map(library),
  );
  const { tags } = highlight;
  parser.tokenTable = { definition: tags.definition(tags.variableName) };
  return {
    id: "whet:highlighter",
    description: "Colours the Whet language in cells and files.",
    autoStart: true,
    requires: [codemirror.IEditorLanguageRegistry, codeeditor.IEditorServices],
    activate(_app, languages, services) {
      const stream = language.StreamLanguage.define(parser);
      languages.addLanguage({
        name: "whet",
        displayName: "Whet",
        mime: MIME_TYPE,
        extensions: ["whet"],
        support: new language.LanguageSupport(stream, [language.indentUnit.of("  "), ...editing.extensions()]),
      });
      preferOwn(services.mimeTypeService);
    },
  };
};
