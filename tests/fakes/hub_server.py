"""A model hub on this computer: it serves one repository to the hub's client, and can misbehave on request."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

REPOSITORY = "someone/tiny"
COMMIT = "c0ffee" + "0" * 34


class Hub:
    """`files` by name. `altered` names a file whose content differs from its metadata; `breaks_at` is a byte of the weights at
    which the connection breaks, once; `asked` collects (method, path, range)."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.altered = ""
        self.breaks_at = 0
        self.asked: list[tuple[str, str, str]] = []
        self.endpoint = ""

    def info(self) -> bytes:
        """Return the metadata of the repository."""
        siblings = []
        for name, content in self.files.items():
            entry: dict[str, object] = {"rfilename": name, "size": len(content), "blobId": _git_name(content)}
            if name.endswith(".safetensors"):
                entry["lfs"] = {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content), "pointerSize": 130}
            siblings.append(entry)
        return json.dumps(
            {"id": REPOSITORY, "modelId": REPOSITORY, "sha": COMMIT, "siblings": siblings, "tags": [], "downloads": 0}
        ).encode()

    def content(self, name: str) -> bytes:
        """Return a file as it is sent."""
        content = self.files[name]
        return bytes(byte ^ 1 for byte in content) if name == self.altered else content

    def etag(self, name: str) -> str:
        """Return the key under which the client caches a file's content."""
        content = self.files[name]
        return hashlib.sha256(content).hexdigest() if name.endswith(".safetensors") else _git_name(content)


def _git_name(content: bytes) -> str:
    return hashlib.sha1(f"blob {len(content)}\0".encode() + content, usedforsecurity=False).hexdigest()


def _handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def do_GET(self) -> None:
            self._answer(body=True)

        def _answer(self, *, body: bool) -> None:
            path = self.path.partition("?")[0]
            hub.asked.append((self.command, path, self.headers.get("Range") or ""))
            if path.startswith(f"/api/models/{REPOSITORY}/revision/"):
                self._send(200, hub.info(), {"Content-Type": "application/json"}, body=body)
            elif path.startswith(f"/{REPOSITORY}/resolve/{COMMIT}/"):
                self._file(path.split(f"{COMMIT}/", 1)[1], body=body)
            else:
                self._send(404, b'{"error": "Repository not found"}', {"X-Error-Code": "RepoNotFound"}, body=body)

        def _file(self, name: str, *, body: bool) -> None:
            content = hub.content(name)
            start = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").partition("-")[0] or 0)
            headers = {"ETag": f'"{hub.etag(name)}"', "X-Repo-Commit": COMMIT, "Accept-Ranges": "bytes"}
            if start:
                headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
            part = content[start:]
            if body and hub.breaks_at and name.endswith(".safetensors"):
                cut, hub.breaks_at = hub.breaks_at, 0
                self._send(200, part[:cut], headers, body=True, length=len(part))
                self.close_connection = True
                return
            self._send(206 if start else 200, part, headers, body=body)

        def _send(self, status: int, content: bytes, headers: dict[str, str], *, body: bool, length: int | None = None) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content) if length is None else length))
            self.end_headers()
            if body:
                self.wfile.write(content)

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            """Suppress the log."""

    return Handler


@contextmanager
def running(hub: Hub) -> Iterator[Hub]:
    """Run the hub on a free port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(hub))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    hub.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
