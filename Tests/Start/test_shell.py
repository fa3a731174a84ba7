"""The shell library of kernelspec/start and Tests/run: what it installs, and what it says when it cannot."""

import os
import pathlib
import shutil
import stat
import subprocess
import tempfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOBODY = 65534


@pytest.fixture
def machine():
    """A pretended machine: stand-ins for apt, dpkg and sudo come first on the PATH, and write down what they are told."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="whet-machine-"))
    folder.chmod(0o777)
    yield Machine(folder)
    shutil.rmtree(folder)


class Machine:
    def __init__(self, folder):
        self.folder = folder
        self.told = folder / "told"
        (folder / "bin").mkdir()
        shutil.copytree(ROOT / "kernelspec/shell", folder / "shell")
        self.says("sudo", "exit 1")
        self.says("dpkg-query", "exit 1")
        self.says("apt-cache", "exit 0")
        self.says("apt-get", f'echo "apt-get ${{@: -2}}" >>"{self.told}"')
        self.told.write_text("")
        self.told.chmod(0o666)

    def says(self, program, script):
        file = self.folder / "bin" / program
        file.write_text(f"#!/bin/bash\n{script}\n")
        file.chmod(0o755)

    def run(self, script, root=False, **variables):
        """Source the library and run the script, as nobody unless asked to be root."""
        sources = "; ".join(f"source '{part}'" for part in sorted((self.folder / "shell").glob("*.sh")))
        command = ["bash", "-c", f"set -euo pipefail; {sources}; {script}"]
        if not root and os.geteuid() == 0:
            command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
        if root and os.geteuid() != 0:
            pytest.skip("not root here")
        environment = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.folder), **variables}
        return subprocess.run(
            command, env=environment, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
        )


def test_without_root_or_sudo_the_missing_packages_and_the_command_are_named(machine):
    machine.says("dpkg-query", '[[ ${@: -1} == libpng-dev ]] && echo "install ok installed"')
    ran = machine.run('need_packages libzmq3-dev libpng-dev "libturbojpeg0-dev libturbojpeg-dev"')
    assert ran.returncode == 1
    assert ran.stderr == (
        "\nThese packages are missing, and installing them needs root (sudo is not there or asks for a password). Ask for:\n"
        "\n    apt-get update && apt-get install -y libzmq3-dev libturbojpeg0-dev\n\nThen run this again.\n"
    )
    assert machine.told.read_text() == ""


def test_when_all_is_there_nothing_is_installed(machine):
    machine.says("dpkg-query", 'echo "install ok installed"')
    ran = machine.run("need_packages libzmq3-dev libpng-dev")
    assert (ran.returncode, ran.stdout) == (0, "      all here\n")
    assert machine.told.read_text() == ""


def test_a_package_that_was_removed_but_left_its_settings_counts_as_missing(machine):
    machine.says("dpkg-query", 'echo "deinstall ok config-files"')
    assert machine.run("missing_packages libpng-dev").stdout == "libpng-dev\n"


def test_root_installs_without_sudo(machine):
    ran = machine.run("need_packages libzmq3-dev libpng-dev", root=True)
    assert ran.returncode == 0, ran.stderr
    assert machine.told.read_text() == "apt-get libzmq3-dev libpng-dev\n"


def test_sudo_that_asks_nothing_is_used(machine):
    machine.says("sudo", '[[ $1 == -n ]] && shift && exec "$@"')
    ran = machine.run("need_packages libzmq3-dev libpng-dev")
    assert ran.returncode == 0, ran.stderr
    assert machine.told.read_text() == "apt-get libzmq3-dev libpng-dev\n"


def test_the_first_name_this_release_knows_is_taken(machine):
    machine.says("apt-cache", "[[ ${@: -1} == libturbojpeg-dev ]]")
    ran = machine.run('need_packages "libturbojpeg0-dev libturbojpeg-dev libturbojpeg1-dev"', root=True)
    assert ran.returncode == 0, ran.stderr
    assert machine.told.read_text().endswith(" libturbojpeg-dev\n")


def test_any_of_the_names_counts_as_being_there(machine):
    machine.says("dpkg-query", '[[ ${@: -1} == libturbojpeg-dev ]] && echo "install ok installed"')
    assert machine.run('missing_packages "libturbojpeg0-dev libturbojpeg-dev"').stdout == ""


def test_package_lists_that_are_not_there_are_fetched_first(machine):
    machine.says("apt-cache", f'grep -q update "{machine.told}"')
    ran = machine.run("need_packages libpng-dev", root=True)
    assert ran.returncode == 0, ran.stderr
    assert [line.split()[-1] for line in machine.told.read_text().splitlines()] == ["update", "libpng-dev"]


def test_a_package_unknown_to_the_release_is_named(machine):
    machine.says("apt-cache", "[[ ${@: -1} != libzmq3-dev ]]")
    ran = machine.run("need_packages libzmq3-dev libpng-dev", root=True)
    assert ran.returncode == 1
    assert "This release has no package for: libzmq3-dev ." in ran.stderr


def test_what_apt_says_when_it_fails_is_shown(machine):
    machine.says("apt-get", 'echo "E: disk is full" >&2; exit 100')
    ran = machine.run("need_packages libpng-dev", root=True)
    assert ran.returncode == 1
    assert "E: disk is full" in ran.stderr
    assert "apt-get could not install them" in ran.stderr


def test_a_system_without_apt_is_told_what_is_needed(machine):
    ran = machine.run("have() { false; }; need_packages libzmq3-dev libpng-dev")
    assert ran.returncode == 0
    assert "install what these Debian packages hold: libzmq3-dev libpng-dev" in ran.stdout


@pytest.mark.parametrize(
    "script, sentence",
    [
        ("echo 'Swift version 6.0.3 (swift-6.0.3-RELEASE)'", "is too old: Whet needs 6.2 or newer."),
        ("echo 'libxml2.so.2: cannot open shared object file' >&2; exit 127", "does not start:\nlibxml2.so.2: cannot"),
    ],
)
def test_a_swift_that_will_not_do_is_named_with_the_reason(machine, script, sentence):
    machine.says("dpkg-query", 'echo "install ok installed"')
    machine.says("swift", script)
    ran = machine.run("need_swift")
    assert ran.returncode == 1
    assert sentence in ran.stderr
    assert f"{machine.folder}/bin/swift" in ran.stderr


def test_a_swift_that_lacks_a_library_gets_it(machine):
    swift = machine.folder / "bin/swift"
    machine.says("apt-get", f'echo "$@" >>"{machine.told}"; printf "#!/bin/bash\\necho Swift version 6.3\\n" >"{swift}"')
    machine.says("swift", "echo 'libxml2.so.2: cannot open shared object file' >&2; exit 127")
    ran = machine.run("need_swift", root=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-1] == f"      6.3, {swift}"
    assert "libxml2" in machine.told.read_text()


def test_without_swift_it_says_where_to_get_it(machine):
    ran = machine.run("find_swift() { return 1; }; need_swift")
    archive = f"swiftly-{os.uname().machine}.tar.gz"
    assert ran.returncode == 1
    assert ran.stderr == (
        "\nSwift was not found (there is no swift on the PATH).\n"
        "Install Swift 6.2 or newer from https://www.swift.org/install/linux/ and run this again.\n"
        "With curl, for you alone:\n"
        f"  curl -O https://download.swift.org/swiftly/linux/{archive} && tar -xzf {archive} && ./swiftly init\n"
    )


def test_a_newer_swift_outside_the_path_is_found(machine):
    swift = machine.folder / ".local/share/swiftly/bin/swift"
    swift.parent.mkdir(parents=True)
    swift.write_text("#!/bin/bash\necho 'Apple Swift version 6.10 (swift-6.10-RELEASE)'\n")
    swift.chmod(swift.stat().st_mode | stat.S_IEXEC | stat.S_IXOTH)
    ran = machine.run('need_swift; echo "${PATH%%:*}"')
    assert ran.stdout == f"      6.10, {swift}\n{swift.parent}\n"


def test_an_environment_is_made_once_and_again_when_its_requirements_change(machine):
    requirements = machine.folder / "requirements.txt"
    requirements.write_text("# nothing\n")
    made = f'python_environment "{machine.folder}/ein Ordner ✊/lab" "{requirements}"'
    first, second = machine.run(made), machine.run(made)
    requirements.write_text("# nothing, but otherwise\n")
    third = machine.run(made)
    assert first.returncode == second.returncode == third.returncode == 0, first.stderr
    assert ["making" in ran.stdout for ran in (first, second, third)] == [True, False, True]


def test_an_environment_that_could_not_be_filled_is_tried_again(machine):
    requirements = machine.folder / "requirements.txt"
    requirements.write_text("./nowhere.whl\n")
    made = f'python_environment "{machine.folder}/lab" "{requirements}"'
    first, second = machine.run(made), machine.run(made)
    assert first.returncode == second.returncode == 1
    assert "pip could not install what requirements.txt asks for" in first.stderr
    assert "making" in second.stdout


def test_a_folder_named_shared_beside_the_checkout_is_the_data_folder(machine):
    checkout = machine.folder / "checkout"
    shared = machine.folder / "shared"
    for folder in (checkout, shared / "models", shared / "data/gestures/train", shared / "data/mnist"):
        folder.mkdir(parents=True)
    (shared / "models/SqueezeNetFP16.mlmodel").touch()
    ran = machine.run(f'find_data "{checkout}"; tell_data')
    assert ran.stdout == f"      data: {shared}\n"
    named = machine.run(f'find_data "{checkout}"; tell_data', WHET_DATA=str(machine.folder / "mine"))
    assert named.stdout.startswith(f"      data: {machine.folder}/mine\n")
    assert "fetch gestures squeezenet mnist" in named.stdout
    for missing in ("data/gestures", "data/mnist", "models/SqueezeNetFP16.mlmodel"):
        assert missing in named.stdout


@pytest.mark.parametrize(
    "variables, folder",
    [({}, "{home}/.local/share/whet"), ({"XDG_DATA_HOME": "/xdg"}, "/xdg/whet"), ({"WHET_DATA": "/d"}, "/d")],
)
def test_the_data_folder_is_the_one_the_kernel_looks_into(machine, variables, folder):
    ran = machine.run("data_folder", **variables)
    assert ran.stdout == folder.format(home=machine.folder) + "\n"
