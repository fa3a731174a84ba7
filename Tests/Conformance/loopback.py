"""A server on this machine that keeps the files of a folder, and can be told to behave oddly."""

import http.server
import pathlib
import threading
import time
import urllib.parse


class Server:
    """Serves a folder at `address`; `requests` holds (path, range) of what was asked for.

    `silent_after`: that many bytes of every file are sent, then nothing. `pause`: seconds between pieces of 64 KiB.
    `spoil`: names of files that are sent with their first byte changed."""

    def __init__(self, folder, silent_after=None, pause=0, spoil=()):
        self.folder, self.silent_after, self.pause, self.spoil = pathlib.Path(folder), silent_after, pause, spoil
        self.requests, self.ended = [], threading.Event()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                server.answer(self)

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def answer(self, handler):
        path = urllib.parse.unquote(urllib.parse.urlsplit(handler.path).path)
        self.requests.append((handler.path if handler.path.startswith("http:") else path, handler.headers["Range"]))
        file = self.folder / path.lstrip("/")
        if not file.is_file():
            return handler.send_error(404)
        content = bytearray(file.read_bytes())
        if file.name in self.spoil:
            content[0] ^= 1
        first = int((handler.headers["Range"] or "bytes=0-")[6:-1])
        handler.send_response(206 if first else 200)
        handler.send_header("Content-Length", str(len(content) - first))
        if first:
            handler.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        handler.end_headers()
        last = len(content) if self.silent_after is None else first + self.silent_after
        try:
            for place in range(first, min(last, len(content)), 1 << 16):
                handler.wfile.write(content[place:min(place + (1 << 16), last)])
                time.sleep(self.pause)
            if last < len(content):
                self.ended.wait(60)
        except OSError:
            pass  # the other side left

    def close(self):
        self.ended.set()
        self.http.shutdown()
        self.http.server_close()
