"""Names of libraries and tools as their owners write them."""

from __future__ import annotations

import re
from collections.abc import Iterator

NAMES = (
    "Anaconda", "asyncio", "Celery", "conda", "CPython", "cuBLAS", "CUDA", "cuDNN", "Cython", "Dask", "Django",
    "Docker", "FastAPI", "Flask", "GitHub", "GitLab", "Gradio", "Gunicorn", "h5py", "HTTPX", "Hugging Face", "IPython",
    "Jinja", "JSON", "Jupyter", "JupyterLab", "Keras", "Kubernetes", "LightGBM", "Linux", "macOS", "Matplotlib",
    "mypy", "MySQL", "NetworkX", "Numba", "NumPy", "NVIDIA", "OpenAI", "OpenCV", "pandas", "Pillow", "pip", "Poetry",
    "Polars", "PostgreSQL", "Pydantic", "PyArrow", "PyPI", "pytest", "Python", "PyTorch", "Ray", "Redis",
    "scikit-learn", "SciPy", "Selenium", "setuptools", "spaCy", "SQLAlchemy", "SQLite", "Starlette", "Streamlit",
    "TensorFlow", "Uvicorn", "virtualenv", "Windows", "XGBoost", "YAML",
)  # fmt: skip
OTHERS = {
    "scikit learn": "scikit-learn", "sklearn": "scikit-learn", "pytorch lightning": "PyTorch Lightning",
    "huggingface": "Hugging Face", "postgres": "PostgreSQL", "mac os": "macOS", "os x": "macOS", "k8s": "Kubernetes",
    "ipython notebook": "Jupyter notebook", "sql alchemy": "SQLAlchemy", "open cv": "OpenCV", "num py": "NumPy",
}  # fmt: skip
# Words that are also plain English: right in either case.
EITHER = frozenset(
    {"ray", "windows", "pip", "conda", "flask", "pillow", "poetry", "celery", "selenium", "json", "yaml"}
)

_RIGHT = {name.lower(): name for name in NAMES if name.lower() not in EITHER} | OTHERS
_KNOWN = frozenset(NAMES) | frozenset(OTHERS.values())
_ANY = re.compile(
    r"(?<![\w./:@-])(" + "|".join(re.escape(n) for n in sorted(_RIGHT, key=len, reverse=True)) + r")(?![\w./:=(-]*\w)",
    re.IGNORECASE,
)
_NOT_PROSE = re.compile(r"`+[^`]*`+|\]\([^)]*\)|https?://\S+|\{[^}]*\}")


def misspelled(text: str) -> Iterator[tuple[str, str]]:
    """(as written, as it should be) for each name in a line of prose; code, links and placeholders are left out."""
    for found in _ANY.finditer(_NOT_PROSE.sub(lambda m: " " * len(m[0]), text)):
        right = _RIGHT[found[1].lower()]
        if found[1] != right and found[1] not in _KNOWN:
            yield found[1], right
