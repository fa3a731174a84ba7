"""The kernels' bits on every kind of processor: digests of all they make, against those of digests.txt.

WHET_UPDATE_GOLDENS=1 writes digests.txt anew, from what is made without vectors.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GOLDEN = HERE / "digests.txt"
KERNELS = ROOT / "Sources/CKernels"
RESAMPLING = ROOT / "Sources/CResampling"
INCLUDES = [f"-I{KERNELS}/include", f"-I{RESAMPLING}/include"]

# What has other bits, or none.
WITHOUT_DIGEST = {
    "whet_has_tiles", "whet_borrow_matrix_unit", "whet_tile_left", "whet_tile_right", "whet_multiply_tiles",
    "whet_has_byte_products", "whet_most_of_query", "whet_pack_bytes", "whet_find_in_bytes",
    "whet_ask_for_large_pages", "whet_reserve_pages", "whet_give_up_pages", "whet_pause", "whet_bring_nearer",
}  # fmt: skip

# Where those kernels are, and what emulated.c stands in for.
LEFT_OUT = {"bytes.c", "tiles.c", "tileproducts.c"}
REPLACED = {"dispatch.c"}

# The processors' own names for what each kind of vectors needs.
NEEDED = {"plain": set(), "avx2": {"avx2", "fma"}, "avx512": {"avx512f", "avx512vl", "avx512bw", "avx512dq"}}


def clang():
    """Swift's own, which Swift's packages are compiled by."""
    swift = shutil.which("swift")
    beside = pathlib.Path(swift).resolve().parent / "clang" if swift else None
    if not beside or not beside.is_file():
        pytest.skip("there is no clang beside swift")
    return beside


def kernel_flags():
    """The flags that Package.swift compiles the kernels with."""
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    return re.findall(r'"(-[^"]+)"', re.search(r"let kernelFlags.*?\n\]", manifest, re.DOTALL).group())


def programs_sources(emulated=False):
    tests = [path for path in sorted(HERE.glob("*.c")) if emulated or path.name != "emulated.c"]
    left_out = LEFT_OUT | REPLACED if emulated else LEFT_OUT
    kernels = [path for path in sorted(KERNELS.glob("*.c")) if path.name not in left_out]
    return tests + kernels + sorted(RESAMPLING.glob("*.c"))


def compile_program(folder, sources, flags=(), flags_of=lambda source: [], link=()):
    """Compiles the sources side by side, and links them."""
    compiler = clang()

    def compile_one(numbered):
        number, source = numbered
        result = folder / f"{number}.o"
        run(compiler, *kernel_flags(), *INCLUDES, *flags, *flags_of(source), "-c", source, "-o", result)
        return result

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, enumerate(sources)))
    program = folder / "digests"
    run(compiler, *flags, *objects, *link, "-lm", "-o", program)
    return program


def run(*command, **environment):
    done = subprocess.run(
        [str(word) for word in command], env={**os.environ, **environment}, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def check(output, vectors):
    """That these vectors were used, and every digest is the golden one."""
    used, *lines = output.splitlines()
    assert used == f"vectors {vectors}"
    if vectors == "plain" and os.environ.get("WHET_UPDATE_GOLDENS"):
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == GOLDEN.read_text(encoding="utf-8").splitlines()


def processor():
    """The names of what this processor has; none on other machines than x86-64."""
    try:
        return set(re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE).group(1).split())
    except (OSError, AttributeError):
        return set()


def emulator(name):
    found = shutil.which(name)
    if not found:
        pytest.skip(f"{name} is not installed (Debian: qemu-user)")
    return found


@pytest.fixture(scope="module")
def native(tmp_path_factory):
    if os.uname().machine != "x86_64":
        pytest.skip("this machine is no x86-64")
    return compile_program(tmp_path_factory.mktemp("native"), programs_sources())


@pytest.mark.parametrize("vectors", NEEDED)
def test_every_kind_of_vectors_gives_the_same_bits(native, vectors):
    missing = NEEDED[vectors] - processor()
    if missing:
        pytest.skip(f"this processor has no {', '.join(sorted(missing))}")
    check(run(native, WHET_VECTORS=vectors), vectors)


def test_the_matrix_unit_gives_the_same_bits_of_whole_numbers(native):
    if not {*NEEDED["avx512"], "avx512_vnni", "amx_tile", "amx_int8"} <= processor():
        pytest.skip("this processor has no matrix unit for bytes")
    environment = {name: value for name, value in os.environ.items() if name not in ("WHET_VECTORS", "WHET_ARITHMETIC")}
    done = subprocess.run([str(native)], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    check(done.stdout, "avx512")


@pytest.mark.parametrize("processor, vectors", [("Nehalem", "plain"), ("Haswell", "avx2")])
def test_emulated_processors_give_the_same_bits(native, processor, vectors):
    check(run(emulator("qemu-x86_64"), "-cpu", processor, native, WHET_VECTORS="avx512"), vectors)


@pytest.mark.parametrize("products", [None, "avx_vnni"])
def test_newer_vectors_can_be_hidden(native, products):
    missing = {*NEEDED["avx2"], *([products] if products else [])} - processor()
    if missing:
        pytest.skip(f"this processor has no {', '.join(sorted(missing))}")
    # Where vectors are asked for, AVX-VNNI is not used.
    asked = {"WITH_AVX_VNNI": "1"} if products else {"WHET_VECTORS": "avx512"}
    environment = {name: value for name, value in os.environ.items() if name not in ("WHET_VECTORS", "WITH_AVX_VNNI")}
    command = [ROOT / "Tests/Peers/with_avx2", native]
    done = subprocess.run(command, env=environment | asked, capture_output=True, text=True, timeout=300)
    if done.returncode == 125:
        pytest.skip("this processor, or its host, cannot refuse CPUID")
    assert done.returncode == 0, done.stderr
    check(done.stdout, "avx2")


def test_emulated_instructions_of_avx512_give_the_same_bits(tmp_path):
    missing = NEEDED["avx2"] - processor()
    if missing:
        pytest.skip(f"this processor has no {', '.join(sorted(missing))}")

    def flags(source):
        # Optimising what is written with so many more instructions would take minutes.
        return ["-O1", "-Wno-psabi", "-include", HERE / "avx512.h"] if source.parent == KERNELS else []

    program = compile_program(tmp_path, programs_sources(emulated=True), flags_of=flags)
    check(run(program), "avx512")


def test_arm64_gives_the_same_bits(tmp_path):
    qemu = emulator("qemu-aarch64")
    if not pathlib.Path("/usr/aarch64-linux-gnu/lib/libc.a").is_file():
        pytest.skip("there is no C library for arm64 (Debian: libc6-dev-arm64-cross, libgcc-12-dev-arm64-cross)")
    target = ["--target=aarch64-linux-gnu"]
    program = compile_program(tmp_path, programs_sources(), target, link=["-fuse-ld=lld", "-static"])
    check(run(qemu, program), "plain")


def test_every_public_kernel_has_a_digest():
    headers = "".join(path.read_text(encoding="utf-8") for path in [*KERNELS.glob("include/*.h"), *RESAMPLING.glob("include/*.h")])
    declared = set(re.findall(r"^[a-z].*?\b(whet_\w+)\(", headers, re.MULTILINE))
    called = set(re.findall(r"\bwhet_\w+", "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.c"))))
    called |= {f"whet_{name}" for name in re.findall(r"^PAIRWISE\((\w+)\)", (HERE / "elementwise.c").read_text(), re.MULTILINE)}
    assert len(declared) > 40
    assert declared - called == WITHOUT_DIGEST
