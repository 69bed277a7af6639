"""Tests that the notebook of examples prints what it shows."""

import json
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "gallery.ipynb"


def text_of(cell):
    """Return what a cell prints, in however many parts, and the text of its result."""
    text = ""
    for output in cell.get("outputs", ()):
        if output["output_type"] == "stream":
            text += output["text"]
        elif output["output_type"] == "execute_result":
            text += output["data"].get("text/html") or output["data"]["text/plain"]
    return text


def test_the_notebook_prints_what_it_shows():
    pytest.importorskip("ipykernel")
    nbformat = pytest.importorskip("nbformat")
    execute = pytest.importorskip("nbconvert.preprocessors").ExecutePreprocessor
    shown = nbformat.read(NOTEBOOK, as_version=4)
    again = nbformat.from_dict(json.loads(json.dumps(shown)))
    execute(timeout=300).preprocess(again, {"metadata": {"path": str(NOTEBOOK.parent)}})
    assert sum(cell.source.startswith("## ") for cell in shown.cells) == 12
    # A search tells of bounds when it looks, which depends on the machine.
    told = "progress="
    for before, after in zip(shown.cells, again.cells):
        if told not in before.source:
            assert text_of(after) == text_of(before), before.source
