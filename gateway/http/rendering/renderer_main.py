"""`python -m gateway.http.rendering.renderer_main NICENESS`: renders pages in a process of its own.

Standard input, as lines of JSON: the script, then one RenderRequest per page. Standard output: per page a head
(success, length, memory in kB), then the text that the script returns, or the reason of the failure. Ends when its
input ends, after an isolate was stopped, and when it has grown; the parent starts another one.
"""

import asyncio
import os
import resource
import signal
import sys
from types import FrameType
from typing import Final, NoReturn

import msgspec
from py_mini_racer import JSEvalException, MiniRacer

from gateway.http.rendering.protocol import HEAD

_SECONDS: Final = 5.0
"""Time limit of one page. The first one of a language compiles its script, which takes a second of a busy core."""
_HEAP_BYTES: Final = 192 << 20
_MAX_MEMORY_KB: Final = 320 << 10
_MAX_RENDERS: Final = 5000


def confine() -> None:
    """Takes away files and sockets for good: no descriptor can be opened, no file can grow."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def resident_kb(memory: int) -> int:
    """`memory`: descriptor of /proc/self/statm. `ru_maxrss` would begin with the size of the parent."""
    pages = int(os.pread(memory, 200, 0).split()[1])
    return pages * resource.getpagesize() // 1024


def serve() -> None:
    """Runs inside the event loop that the isolate uses, so a call waits for V8 alone; its time limit is an alarm."""
    isolate, memory_file = MiniRacer(), os.open("/proc/self/statm", os.O_RDONLY)
    confine()
    signal.signal(signal.SIGALRM, _raise_timeout)
    isolate.set_hard_memory_limit(_HEAP_BYTES)
    isolate.eval(msgspec.json.decode(sys.stdin.buffer.readline(), type=str))
    for _ in range(_MAX_RENDERS):
        line = sys.stdin.buffer.readline()
        if not line:
            return
        is_rendered, is_stopped, answer = _render(isolate, line)
        memory = resident_kb(memory_file)
        body = answer.encode()
        sys.stdout.buffer.write(HEAD.pack(is_rendered, len(body), memory) + body)
        sys.stdout.buffer.flush()
        if is_stopped or memory > _MAX_MEMORY_KB:
            os._exit(0)  # an isolate that still runs would not end


def _render(isolate: MiniRacer, request: bytes) -> tuple[bool, bool, str]:
    """Returns whether the page was rendered, whether the isolate was stopped, and the text of the answer.

    `request`: a JSON array of texts, which are the same texts in JavaScript.
    """
    arguments = request.decode().strip()[1:-1]
    try:
        signal.setitimer(signal.ITIMER_REAL, _SECONDS)
        # `isolate.call` would encode the answer as JSON once more.
        answer = str(isolate.eval(f"render({arguments})"))
        signal.setitimer(signal.ITIMER_REAL, 0)
    except JSEvalException as error:
        signal.setitimer(signal.ITIMER_REAL, 0)
        return False, type(error) is not JSEvalException, str(error)
    except UnicodeDecodeError:  # half of a surrogate pair, which no encoding has
        signal.setitimer(signal.ITIMER_REAL, 0)
        return False, False, "the page cut a text inside a character"
    except TimeoutError as error:
        return False, True, str(error)
    return True, False, answer


def _raise_timeout(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise TimeoutError(f"the page took longer than {_SECONDS:g} s")


async def _serve() -> None:
    serve()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and stops this process
    os.nice(int(sys.argv[1]))
    try:
        asyncio.run(_serve())
    finally:
        os._exit(0)  # threads of V8 would keep the process alive


if __name__ == "__main__":
    main()
