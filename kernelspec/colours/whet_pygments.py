"""Colours for the Whet language in Pygments: nbconvert, Sphinx and jupyter console use it where the wheel is installed.

The lists of words are the kernel's own; kernelspec/colours/renew.py writes them.
"""

from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text

__all__ = ["WhetLexer"]

# The words of docs/reference.
COMMANDS = (
    "add", "archive", "camera", "check", "class", "cluster", "compare", "confusion", "controls", "correct", "dataset",
    "delta", "describe", "diff", "draw", "evaluate", "explain", "features", "federate", "fetch", "find", "fit",
    "forget", "gallery", "grow", "help", "history", "hybrid", "jobs", "knn", "layers", "ledger", "load", "network",
    "plot", "predict", "print", "redo", "relabel", "remove", "rerun", "reset", "restore", "runs", "save", "set",
    "show", "status", "stop", "sweep", "train", "undo", "update", "weights", "export",
)
LAYERS = (
    "add", "average", "averagePool", "batchnorm", "concat", "convolution", "crop", "deconvolution", "dot", "dropout",
    "elu", "embedding", "flatten", "globalAveragePool", "globalMaxPool", "gru", "hardSigmoid", "innerProduct",
    "l2Pool", "l2normalize", "leakyRelu", "lrn", "max", "maxPool", "min", "multiply", "mvn", "padding", "permute",
    "prelu", "reduce", "relu", "reorganizeData", "reshape", "resizeBilinear", "scaledTanh", "sequenceConcat",
    "sequenceRepeat", "sigmoid", "simpleRecurrent", "slice", "softmax", "softplus", "softsign", "tanh",
    "thresholdedRelu", "unary", "uniDirectionalLSTM", "upsample",
)
# The end of the words.

#: What a word consists of, and what ends one.
WORD = r"[^\s=,;\[\](){}\"'#$\\]+"
END = r"(?![^\s=,;\[\](){}\"'#$\\])"
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?%?"


class WhetLexer(RegexLexer):
    """Lexer for the Whet language."""

    name = "Whet"
    aliases = ["whet"]
    filenames = ["*.whet"]
    mimetypes = ["text/x-whet"]

    tokens = {
        # Where a statement begins: a command, a layer of a block, or a variable or key that is assigned.
        "root": [
            (r"[\s;]+", Text),
            include("outside"),
            (rf"({WORD})([ \t]*)(=)", bygroups(Name.Attribute, Text, Operator), "statement"),
            (words(COMMANDS, suffix=END), Keyword, "statement"),
            (words(LAYERS, suffix=END), Keyword.Type, "statement"),
            (r"\}", Punctuation),
            (WORD, Name, "statement"),
            (r"(?=.)", Text, "statement"),
        ],
        "outside": [(r"#.*", Comment.Single), (r"\\[ \t]*\n[ \t]*", Operator)],
        "statement": [
            (r"[ \t]+", Text),
            (r"\\[ \t]*\n", Operator),
            (r"#.*", Comment.Single),
            (r"[\n;]", Text, "#pop"),
            (r"\{", Punctuation, "#pop"),
            (r"(?=\})", Text, "#pop"),
            (rf"({WORD})([ \t]*)(=)", bygroups(Name.Attribute, Text, Operator)),
            (r"[\[(]", Punctuation, "list"),
            include("values"),
        ],
        "list": [
            (r"\s+", Text),
            (r"#.*", Comment.Single),
            (r"[\[(]", Punctuation, "#push"),
            (r"[\])]", Punctuation, "#pop"),
            (rf"({WORD})([ \t]*)(=)", bygroups(Name.Attribute, Text, Operator)),
            (r",", Punctuation),
            include("values"),
        ],
        "values": [
            (r'"(?:[^"\\\n]|\\.)*"', String.Double),
            (r"'[^'\n]*'", String.Single),
            (r"\$[^\W\d]\w*", Name.Variable),
            (r"(?:true|false|none|True|False|None|nothing)" + END, Keyword.Constant),
            (rf"{NUMBER}(?:/{NUMBER})?{END}", Number),
            (rf"{WORD}(?=\()", Name.Function),
            (WORD, Text),
            (r"[=,]", Punctuation),
            (r".", Error),
        ],
    }
