"""The walls between the rooms: a target imports only what Package.swift allows it, and some doors stay shut.

The compiler's own check (`--explicit-target-dependency-import-check`) looks only at what it compiles anew, so after
an incremental build it is silent. This one reads the sources.
"""

import json
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

IMPORT = re.compile(
    r"""^\s*(?:@\w+(?:\([^)]*\))?\s+)*                                       # @testable, @_spi(x)
        (?:(?:public|package|internal|fileprivate|private)\s+)?import\s+
        (?:(?:struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?(\w+)""",
    re.MULTILINE | re.VERBOSE,
)

# Who must never see whom, directly or through others, whatever Package.swift says.
CLOSED = [
    ("JupyterKernel", "Commands"),
    ("JupyterKernel", "Training"),
    ("JupyterWire", "JupyterKernel"),
    ("Commands", "JupyterKernel"),
    ("Commands", "JupyterWire"),
    ("Training", "JupyterWire"),
    ("Training", "ModelFile"),
    ("Networks", "Training"),
    ("Figures", "Language"),
    ("Language", "Figures"),
    ("CommandLanguage", "Figures"),
    ("CommandLanguage", "Training"),
    ("CommandLanguage", "Views"),
    ("Views", "Commands"),
    ("Views", "CommandLanguage"),
    ("Views", "Language"),
    ("Views", "JupyterWire"),
    ("Wording", "Files"),
    ("Experiments", "Wording"),
    ("RunStore", "Training"),
    ("DataFiles", "Training"),
    ("DataFiles", "Networks"),
    ("Experiments", "Commands"),
    ("Experiments", "Figures"),
    ("Experiments", "Language"),
    ("Experiments", "JupyterWire"),
]


def package():
    """{target: (its folder, its direct dependencies)} as Package.swift says."""
    described = subprocess.run(
        ["swift", "package", "--scratch-path", ".build/walls", "dump-package"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    targets = {}
    for target in json.loads(described)["targets"]:
        parent = "Tests" if target["type"] == "test" else "Sources"
        folder = ROOT / (target.get("path") or f"{parent}/{target['name']}")
        targets[target["name"]] = (folder, {name(dependency) for dependency in target["dependencies"]})
    return targets


def name(dependency):
    return next(iter(dependency.values()))[0]


def imports(swift):
    return set(IMPORT.findall(swift))


def trespasses(target, targets):
    """`file imports Room` for every import of a room that the target does not declare."""
    folder, declared = targets[target]
    return [
        f"{source.relative_to(ROOT)} imports {room}"
        for source in sorted(folder.rglob("*.swift"))
        for room in sorted((imports(source.read_text(encoding="utf-8")) & targets.keys()) - declared - {target})
    ]


def reach(target, targets):
    """Everything below a target."""
    below, waiting = set(), [target]
    while waiting:
        for dependency in targets[waiting.pop()][1] - below:
            below.add(dependency)
            waiting.append(dependency)
    return below


TARGETS = package()


@pytest.mark.parametrize("target", [name for name in TARGETS if list(TARGETS[name][0].rglob("*.swift"))])
def test_a_room_imports_only_what_it_declares(target):
    assert trespasses(target, TARGETS) == []


@pytest.mark.parametrize("room, closed", CLOSED)
def test_a_closed_door_stays_closed(room, closed):
    assert room in TARGETS and closed in TARGETS
    assert closed not in reach(room, TARGETS)


# What writes a file without asking whose the one that is there is. Commands write through WrittenFiles.
UNASKED = re.compile(r"AtomicFile\(|AtomicFile\.write|\.write\(to:|createFile\(|\.write\(toFile:")


@pytest.mark.parametrize("folder", ["Sources/Commands", "Sources/Views", "Sources/whet/RunCommand.swift"])
def test_commands_write_files_by_one_rule(folder):
    sources = [ROOT / folder] if folder.endswith(".swift") else (ROOT / folder).rglob("*.swift")
    assert [source.name for source in sources if UNASKED.search(source.read_text(encoding="utf-8"))] == []


def test_halves_are_converted_in_one_place():
    """Swift's own type converts the smallest halves to 0 where denormal numbers are left out, as in the engine."""
    converting = re.compile(r"^(?!\s*//).*\bFloat16\b[(.]", re.MULTILINE)
    sources = sorted((ROOT / "Sources").rglob("*.swift"))
    assert [source.name for source in sources if converting.search(source.read_text(encoding="utf-8"))] == []


def test_every_room_of_ours_has_its_tests():
    rooms = {name for name, (folder, _) in TARGETS.items() if folder.parent.name == "Sources" and list(folder.rglob("*.swift"))}
    assert {room for room in rooms if f"{room}Tests" not in TARGETS} == {"whet", "whet-bench", "whet-sketch"}


@pytest.mark.parametrize(
    "swift, found",
    [
        ("import Tensors\n", {"Tensors"}),
        ("public import Tensors\n@testable import Networks\n", {"Tensors", "Networks"}),
        ("@_spi(Tests) internal import struct Tensors.Tensor\n", {"Tensors"}),
        ("// import Commands\nlet text = \"import Commands\"\n", set()),
        ("#if DEBUG\n  private import Commands\n#endif\n", {"Commands"}),
    ],
)
def test_imports_are_found_however_they_are_written(swift, found):
    assert imports(swift) == found


def test_a_forbidden_import_is_named_with_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "Sources/Low").mkdir(parents=True)
    (tmp_path / "Sources/Low/Leak.swift").write_text("import High\nimport Foundation\n")
    targets = {"Low": (tmp_path / "Sources/Low", set()), "High": (tmp_path / "Sources/High", {"Low"})}
    assert trespasses("Low", targets) == ["Sources/Low/Leak.swift imports High"]
    assert reach("High", targets) == {"Low"}
