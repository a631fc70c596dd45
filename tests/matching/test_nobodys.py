# ruff: noqa: E501 - what compilers print is as wide as it is
"""Pastes of no entry: other languages, other tools, prose, code, near misses.  None may be answered with certainty."""

from __future__ import annotations

import pytest

from app.lookup import lookup
from app.result import Outcome
from tests.matching.test_disguises import content

NOBODYS = {
    "an exception of one's own": 'Traceback (most recent call last):\n  File "/srv/app/jobs.py", line 31, in run\n    raise InvoiceError("customer 17 has no address")\napp.errors.InvoiceError: customer 17 has no address',
    "a ValueError of one's own": 'Traceback (most recent call last):\n  File "/srv/app/jobs.py", line 31, in run\n    raise ValueError("customer 17 has no address")\nValueError: customer 17 has no address',
    "a story about an error": "Yesterday my training crashed with some out of memory thing on the GPU and I had to restart. Since then the loss is nan. I tried to lower the learning rate and to use gradient clipping. What can I do? The model is a resnet50 with batch size 32.",
    "a question about a KeyError": "How do I fix a KeyError in pandas when the column is missing? I read about df.get but it does not work.",
    "a question that quotes the documentation": "I'm learning about backward and retain_graph. The docs say that if you call backward twice you will get a RuntimeError unless you specify retain_graph=True. Can someone explain why?",
    "code that raises": 'import torch\nimport torch.nn as nn\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(784, 10)\n\n    def forward(self, x):\n        try:\n            return self.fc(x.view(-1, 784))\n        except RuntimeError as e:\n            print("shape mismatch", e)\n            raise ValueError("bad input shape")\n',
    "java": 'Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null\n\tat com.example.Main.main(Main.java:5)\nCaused by: java.io.FileNotFoundException: config.yml (No such file or directory)\n\tat java.base/java.io.FileInputStream.open0(Native Method)\n\t... 12 more',
    "java2": "java.net.ConnectException: Connection refused (Connection refused)\n\tat java.net.PlainSocketImpl.socketConnect(Native Method)",
    "Java out of memory": "java.lang.OutOfMemoryError: Java heap space\n\tat java.util.Arrays.copyOf(Arrays.java:3332)",
    "js": "TypeError: Cannot read properties of undefined (reading 'map')\n    at App (/src/App.js:12:22)\n    at renderWithHooks (node_modules/react-dom/cjs/react-dom.development.js:14985:18)",
    "js2": "ReferenceError: foo is not defined\n    at Object.<anonymous> (/home/me/x.js:1:1)\n    at Module._compile (node:internal/modules/cjs/loader:1105:14)",
    "js3": "Uncaught SyntaxError: Unexpected token '<' (at index.js:1:1)",
    "js4": "SyntaxError: Unexpected end of JSON input\n    at JSON.parse (<anonymous>)",
    "Node without a file": "Error: ENOENT: no such file or directory, open 'config.json'\n    at Object.openSync (fs.js:462:3)",
    "Node out of memory": "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
    "rust": "thread 'main' panicked at 'index out of bounds: the len is 3 but the index is 5', src/main.rs:4:5\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
    "rust2": 'error[E0382]: borrow of moved value: `s`\n --> src/main.rs:5:20\n  |\n3 |     let s = String::from("hello");\n  |         - move occurs because `s` has type `String`, which does not implement the `Copy` trait',
    "go": "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/sandbox/prog.go:9 +0x1d\nexit status 2",
    "gcc": "main.c: In function 'main':\nmain.c:5:5: error: expected ';' before 'return'\n    5 |     return 0;\n      |     ^~~~~~\nmake: *** [Makefile:3: main] Error 1",
    "a linker": "/usr/bin/ld: cannot find -lfoo\ncollect2: error: ld returned 1 exit status",
    "TypeScript": "src/index.ts(5,10): error TS2322: Type 'string' is not assignable to type 'number'.",
    "npm": "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! Found: react@18.2.0",
    "ruby": "app.rb:3:in `foo': undefined method `bar' for nil:NilClass (NoMethodError)\n\tfrom app.rb:7:in `<main>'",
    "php": "PHP Fatal error:  Uncaught Error: Call to undefined function foo() in /var/www/index.php:3\nStack trace:\n#0 {main}\n  thrown in /var/www/index.php on line 3",
    "csharp": "Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.\n   at Program.Main(String[] args) in C:\\x\\Program.cs:line 5",
    "r": "Error in mean.default(x) : argument is not numeric or logical\nCalls: mean -> mean.default",
    "a shell": "bash: foo: command not found\nls: cannot access 'x': No such file or directory",
    "git": "error: failed to push some refs to 'github.com:x/y.git'\nhint: Updates were rejected because the remote contains work that you do",
    "Kubernetes": "Warning  FailedScheduling  12s  default-scheduler  0/3 nodes are available: 3 Insufficient cpu.",
    "a log without errors": "2024-05-03 22:19:04 INFO started\n2024-05-03 22:19:05 INFO loaded 17 models\n2024-05-03 22:19:06 WARNING retrying in 5s\n2024-05-03 22:19:11 INFO done",
    "tests that passed": "============================= test session starts ==============================\ncollected 12 items\n\ntests/test_x.py ............                                             [100%]\n\n============================== 12 passed in 0.12s ==============================",
    "an assertion of one's own": "    def test_add():\n>       assert add(1, 2) == 4\nE       assert 3 == 4\nE        +  where 3 = add(1, 2)\n\ntests/test_x.py:5: AssertionError",
    "a library without entries": 'Traceback (most recent call last):\n  File "/srv/x.py", line 3, in <module>\n    b = astropy.units.Unit("foo")\n  File "/srv/venv/lib/python3.11/site-packages/astropy/units/core.py", line 2025, in __call__\n    raise ValueError(msg)\nValueError: \'foo\' did not parse as unit: At col 0, foo is not a valid unit.',
    "near1": "RuntimeError: The size of the tensor must be a multiple of the block size (16)",
    "near2": "ValueError: shapes of the two masks do not agree: 3 and 4",
    "near3": "TypeError: the value must be a number, not a list of numbers",
    "near4": "KeyError: 'no config named base in /etc/app.yml, please run init first'",
    "near5": "RuntimeError: CUDA is required for this example, please use a machine with a GPU",
    "near6": "ImportError: please install the extra [gpu] to use this feature",
    "near7": "OSError: cannot read the header of volume 3",
    "near8": "RuntimeError: Model weights could not be loaded from checkpoint: version mismatch between 3 and 4",
    "near10": "ValueError: Expected 3 channels but the image has 4",
    "near11": "RuntimeError: expected input batch of size 32 but the loader returned 16",
    "near12": "AttributeError: settings object of the tenant has no attribute set for 'locale'",
    "near13": "IndexError: page index 12 is out of range for a document with 10 pages",
    "near14": "ValueError: could not parse date in row 17 of ledger.csv",
    "empty": "hello",
    "a listing": "$ ls -la\ntotal 12\ndrwxr-xr-x 2 me me 4096 May  3 22:19 .\n-rw-r--r-- 1 me me  120 May  3 22:19 main.py",
    "json": '{"name": "web", "version": "1.0.0", "type": "module", "message": "hello", "dependencies": {"react": "^18"}}',
    "a page": '<div class="alert">Error: please fill in your <b>name</b></div>',
    "chinese": "系统启动成功，正在监听端口 8080。",
    "perl": "Can't locate Foo/Bar.pm in @INC (you may need to install the Foo::Bar module) at x.pl line 3.",
    "matlab": "Error using  * \nIncorrect dimensions for matrix multiplication. Check that the number of columns in the first matrix matches the number of rows in the second matrix.",
    "julia": "ERROR: DimensionMismatch: matrix A has dimensions (3,4), vector B has length 3",
    "swift": "Fatal error: Unexpectedly found nil while unwrapping an Optional value: file App/main.swift, line 5",
    "dart": "Unhandled Exception: type 'Null' is not a subtype of type 'String'",
    "haskell": "Prelude.head: empty list",
    "elixir": "** (KeyError) key :name not found in: %{age: 3}",
    "lua": "lua: x.lua:3: attempt to index a nil value (global 'foo')",
    "a spreadsheet": "#REF! error in cell B3",
    "cpp": "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)\nAborted (core dumped)",
    "asan": "==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014",
    "cmake": 'CMake Error at CMakeLists.txt:3 (find_package):\n  By not providing "FindFoo.cmake" in CMAKE_MODULE_PATH this project has asked CMake to find a package configuration file',
    "apt": "E: Unable to locate package foo",
    "gradle": "FAILURE: Build failed with an exception.\n* What went wrong:\nExecution failed for task ':app:compileDebugJavaWithJavac'.",
    "mypy": 'x.py:3: error: Incompatible types in assignment (expression has type "str", variable has type "int")  [assignment]\nFound 1 error in 1 file (checked 1 source file)',
    "flake": "x.py:3:80: E501 line too long (92 > 79 characters)\nx.py:5:1: F401 'os' imported but unused",
    "ruff": "F821 Undefined name `foo`\n --> x.py:1:1",
}


@pytest.mark.parametrize("name", NOBODYS)
def test_is_claimed_by_no_entry(name: str) -> None:
    result = lookup(NOBODYS[name], content())
    assert result.outcome is not Outcome.MATCH, result.match and result.match.slug
