"""Tests that the Python sessions in the README and the guide print what the pages show."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "apps/python/README.md", "apps/python/SCALE-OUT.md"])
def test_sessions_print_what_the_page_shows(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    shown = sum(block.count(">>> ") for block in blocks)
    assert shown == len(test.examples) > 0
    assert all(block.startswith(">>> ") for block in blocks), "each block must be a session"
    report = []
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "".join(report)
