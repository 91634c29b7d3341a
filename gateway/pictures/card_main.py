"""`python -m gateway.pictures.card_main NICENESS`: draws link previews in a process of its own.

Standard input, as lines of JSON: the folder of the built parts, then one CardRequest per picture. Standard output: per
picture a head (success, length, 0), then the picture, or the reason of the failure. Ends when its input ends.
"""

import os
import resource
import signal
import sys
from pathlib import Path

import msgspec

from gateway.http.rendering.protocol import HEAD
from gateway.pictures.card_process import CardRequest
from gateway.pictures.share_card import CardDrawing
from gateway.pictures.signature import SignatureDrawing, to_png


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and stops this process
    os.nice(int(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    folder = Path(msgspec.json.decode(sys.stdin.buffer.readline(), type=str))
    drawing, signatures = CardDrawing(folder), SignatureDrawing(folder)
    decoder = msgspec.json.Decoder(CardRequest)
    for line in sys.stdin.buffer:
        try:
            request = decoder.decode(line)
            match request.form:
                case "preview":
                    body = drawing.draw(request.brand, request.card)
                case "card":
                    body = to_png(drawing.paint(request.brand, request.card))
                case "signature":
                    body = signatures.draw(request.brand, request.card)
            succeeded = True
        except (OSError, ValueError) as error:
            succeeded, body = False, str(error).encode()
        sys.stdout.buffer.write(HEAD.pack(succeeded, len(body), 0) + body)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
