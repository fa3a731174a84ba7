"""Words that users do not read: each with the standard term that is said in its place.

User-visible text is what string literals of Sources say, and the prose of README.md, docs and notebooks. Comments and cells
of code are not read, nor is what a literal fills in.
"""

import json
import re

# What is said, and a pattern of what is not.
INSTEAD = {
    "forward pass, backward pass": r"\bways? (there|back)\b|\bleads? back\b",
    "feature map, output": r"\bwhat (it|they) makes?\b|\bwhat comes (out|back)\b",
    "scale and shift": r"\btimes and plus\b",
    "initial weights": r"\bfirst weights\b",
    "duplicates": r"\btwins?\b",
    "perceptual hash": r"\bphoto look\b",
    "label issues, doubtful labels": r"\blabel doubts?\b|\blabels in doubt\b",
    "unused settings": r"\bstray settings?\b",
    "feature cache": r"\b(feature )?shel(f|ves)\b",
    "model catalogue": r"\bnamed things\b",
    "candidate, training configuration": r"\bcontenders?\b|\brecipes?\b",
    "augmentation": r"\bways? of varying\b",
    "predicts classes, predicts numbers": r"\banswers? with (numbers|classes)\b",
    "at random": r"\bby lot\b",
    "recorded": r"\bwritten down\b",
    "is missing, was not found, is not installed": r"\b(is|are) not here\b",
    "For example: …, Add …": r"\bSay (it|them|so|which|where|what|of|there)\b",
    "the noun, or the passive voice": r"\b([Nn]obody|[Ss]omebody|[Ww]hoever)\b",
    "a list of names": r"\beach of it\b",
    "is not a": r"(?<![Tt]here )\bis no (?!longer\b|better\b|more\b|other\b|worse\b|such\b)[a-z]",
    "after": r"\bbehind (it|the|a|this)\b",
    "before": r"\bin front of\b",
    "spaces": r"\b(a blank|blanks)\b",
    "correct, repair": r"\b[Mm]end(s|ed)?\b",
}

# Words that no type's name has: each stands beside the term that is said in its place.
NOT_IN_TYPES = {
    "candidate, fold result": "Trial Trials Contender Recipe Questioning",
    "command context, cell output, terminal output": "Stage Outlet Echo Nowhere",
    "diagnostic, its kind, its text": "Fault Fact Telling Told Sentences",
    "status, state, snapshot": "Standing Standings",
    "block, chunk, tile": "Portion Piece Pieces",
    "feature cache, compiled network": "Shelf Machine",
    "duplicates, label issues, unused settings": "Twin Twins Doubt Doubts Stray",
    "pending update, prefetch, overlapped work": "Arrears Foresight Meanwhile",
    "search scratch, work queue, stdin broker": "Desk Desks",
    "traversal, pass, scanner": "Walk",
    "method, kind": "Way",
}

TYPE = re.compile(r"^\s*(?:\w+(?:\(set\))? )*?(?:class|struct|enum|protocol|actor|typealias) ([A-Z]\w*)", re.MULTILINE)

STRING = re.compile(r'"""[\s\S]*?"""|"(?:\\\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)|[^"\\\n]|\\.)*"')
FILLED = re.compile(r"\\\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)")


def literals(swift):
    """The texts of a file's string literals, without what is filled in; literals joined by + are one text."""
    code = re.sub(r"^\s*//.*$", "", swift, flags=re.MULTILINE)
    code = re.sub(r'"\s*\n\s*\+ "', "", code)
    texts = [text.strip('"') for text in STRING.findall(code)]
    return [re.sub(r"\s*\\\n\s*", " ", FILLED.sub("…", text)) for text in texts]


def prose(markdown):
    """The text of a page outside its cells and its code."""
    return " ".join(re.sub(r"^```.*?^```|`[^`\n]*`", " ", markdown, flags=re.MULTILINE | re.DOTALL).split())


def texts(path):
    """What a user reads of a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".swift":
        return literals(text)
    if path.suffix == ".ipynb":
        return [prose("".join(cell["source"])) for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
    return [prose(text)]


def found(text):
    """[(the words that are not said, what is said in their place)] of a text."""
    return [(match[0], instead) for instead, pattern in INSTEAD.items() for match in re.finditer(pattern, text)]


def misnamed(swift):
    """The types that a file declares whose names have a word that is not said, each with the term in its place."""
    instead = {word: term for term, words in NOT_IN_TYPES.items() for word in words.split()}
    return [
        (name, instead[word]) for name in TYPE.findall(swift) for word in re.findall(r"[A-Z][a-z]+", name) if word in instead]
