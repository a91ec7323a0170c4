"""The processor that machine code is made for, chosen by JOUNCE_CPU."""

import re

import llvmlite.binding as llvm
import pytest

from jounce.errors import SetupError
from jounce.native import engine
from jounce.native.processors import chosen as processor

# what each level adds to the one below, in LLVM's names [x86-64 psABI 1.0, section 3.1.1, table 3.1]
PSABI = {
    "x86-64-v2": {"cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"},
    "x86-64-v3": {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"},
    "x86-64-v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
}
EIGHT_SUMS = """
define void @sums(ptr %a) #0 {
  %x = load <8 x double>, ptr %a
  %y = fadd <8 x double> %x, %x
  store <8 x double> %y, ptr %a
  ret void
}
attributes #0 = { "prefer-vector-width"="512" "min-legal-vector-width"="0" }
"""


@pytest.fixture
def choose(monkeypatch):
    """Chooses a processor as a user does; on a computer with these abilities, if they are given."""

    def choose(name, host=None):
        monkeypatch.setenv("JOUNCE_CPU", name)
        if host is not None:
            features = {feature: feature in host for feature in llvm.get_host_cpu_features()}
            monkeypatch.setattr(processor.llvm, "get_host_cpu_features", lambda: features)
            processor._find_processor.cache_clear()
        return processor.chosen_processor()

    yield choose
    processor._find_processor.cache_clear()


def test_each_level_has_the_abilities_of_the_psabi_and_no_more():
    features = set().union(*PSABI.values())
    known = set()
    for level, added in PSABI.items():
        known |= added
        assert processor._ask_for_abilities(level, sorted(features)) == known, level


@pytest.mark.parametrize(
    ("name", "register", "lanes"), [("x86-64-v2", "xmm", 2), ("x86-64-v3", "ymm", 4), ("x86-64-v4", "zmm", 8)]
)
def test_code_uses_the_registers_of_the_chosen_processor_and_its_cache_entries_are_apart(
    monkeypatch, choose, name, register, lanes
):
    """What LLVM writes for eight sums; nothing of it runs, so any computer can make it."""
    monkeypatch.delenv("JOUNCE_CPU", raising=False)
    usual = engine.cpu_key()
    chosen = choose(name, host=set(llvm.get_host_cpu_features()))
    text = engine._target_machine(2).emit_assembly(llvm.parse_assembly(EIGHT_SUMS))
    assert set(re.findall("[xyz]mm", text)) == {register}
    assert engine.register_lanes() == lanes
    assert engine.has_fused_operations() == ("fma" in chosen.abilities) == (name != "x86-64-v2")
    assert name in engine.cpu_key() and engine.cpu_key() != usual


def test_without_a_name_and_as_host_the_computer_itself_is_meant(monkeypatch, choose):
    monkeypatch.delenv("JOUNCE_CPU", raising=False)
    usual = processor.chosen_processor()
    assert usual == choose("host") == choose(str(llvm.get_host_cpu_name())) == choose("")
    assert usual.features == llvm.get_host_cpu_features().flatten()


def test_a_processor_with_more_than_this_computer_is_refused_by_what_lacks(choose):
    """Its code would end in an illegal instruction."""
    with pytest.raises(SetupError, match=r"JOUNCE_CPU.*x86-64-v4.*without avx512bw, avx512cd, avx512dq.*\n.*x86-64-v3"):
        choose("x86-64-v4", host=PSABI["x86-64-v2"] | PSABI["x86-64-v3"] | {"64bit", "cmov", "sse", "sse2", "crc32"})


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("x86-64-v9", "knows no processor 'x86-64-v9'. Did you mean"),
        ("my\"cpu' #1", "knows no processor"),
        ("help", "knows no processor"),
        ("i386", "no code can be made for 'i386'.*64-bit"),
    ],
)
def test_a_name_that_is_none_is_told_with_what_is_right(choose, name, told):
    with pytest.raises(SetupError, match=rf"JOUNCE_CPU: .*{told}.*\n.*host, x86-64-v2, x86-64-v3, x86-64-v4"):
        choose(name)
