#!/usr/bin/env bash
# mini-racer 0.14.1 (V8 for Python): whole numbers as arguments of a JavaScript function.
#
# Guess: a Python int that fits a JavaScript number reaches a function unchanged, whatever its sign.
# Seen:  above 2^31 it does. Below -2^31 a function that is called as a Python object gets the number wrapped to 32 bits,
#        without an error: -3000000000 arrives as 1294967296. The same value by `MiniRacer.call` arrives unchanged.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "mini-racer==0.14.1" 2>/dev/null

"$folder/venv/bin/python" - <<'PYTHON'
from py_mini_racer import MiniRacer

isolate = MiniRacer()
isolate.eval("function same(value) { return value }")
same = isolate.eval("same")
for number in (3_000_000_000, -2_147_483_648, -3_000_000_000):
    print(f"{number}: as a Python object {same(number):.0f}, by call {isolate.call('same', number)}")
assert same(3_000_000_000) == 3_000_000_000
assert same(-2_147_483_648) == -2_147_483_648
assert same(-3_000_000_000) == 1_294_967_296
assert isolate.call("same", -3_000_000_000) == -3_000_000_000
PYTHON
