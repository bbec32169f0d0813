"""What gets loaded when: the command line never loads Qt, the window never loads torch before it is shown."""

from __future__ import annotations

import subprocess
import sys


def _modules_after(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_command_line_loads_no_qt() -> None:
    loaded = _modules_after("import app.cli.main, app.bootstrap, app.worker.handlers")
    assert "PySide6" not in loaded
    assert "sqlite_utils" in loaded and "pandas" not in loaded


def test_pandas_can_be_loaded_after_the_library_and_stays_when_it_was_there() -> None:
    assert {"pandas", "sqlite_utils"} <= _modules_after("import app.store.database, pandas")
    assert {"pandas", "sqlite_utils"} <= _modules_after("import pandas, app.store.database")


def test_window_loads_neither_torch_nor_openvino() -> None:
    loaded = _modules_after("import app.gui.run")
    assert "PySide6" in loaded
    assert not loaded & {"torch", "openvino", "sentence_transformers", "transformers", "sklearn", "pymupdf"}


def test_worker_on_the_processor_loads_no_torch() -> None:
    loaded = _modules_after("import app.bootstrap; app.bootstrap.Session(device='cpu').models.encoder()")
    assert "torch" not in loaded
