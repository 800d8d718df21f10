"""The part of a Hub's interface that `huggingface_hub` uses for datasets."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from pathlib import Path
from urllib.parse import parse_qs

from tests.publishing.hub.connection import Connection
from tests.publishing.hub.repos import Repo, entry, folder_entry, lfs_blob, plain_blob


class Handler(Connection):
    """The interface."""

    def route(self, path: str) -> None:
        if path.startswith("/store/"):
            self._store(path)
            return
        if not self._allowed():
            self._drop_body()
            self._json({"error": "Invalid credentials in Authorization header"}, 401)
            return
        for method, pattern, name in ROUTES:
            found = re.fullmatch(pattern, path)
            if method == self.command.replace("HEAD", "GET") and found:
                getattr(self, name)(*found.groups())
                return
        self._drop_body()
        self._json({"error": f"no {self.command} {path}"}, 404)

    def _token(self) -> str:
        return (self.headers.get("Authorization") or "").removeprefix("Bearer ")

    def _allowed(self) -> bool:
        return not self._token() or self._token() in self.hub.tokens | self.hub.readers

    def _may_write(self) -> bool:
        if self._token() in self.hub.tokens:
            return True
        self._drop_body()
        status = 403 if self._token() else 401
        self._json({"error": f"You don't have the rights to do this, Bearer {self._token()}"}, status)
        return False

    def _repo(self, name: str, revision: str | None = None) -> Repo | None:
        repo = self.hub.repos.get(name)
        if repo is None or (repo.private and not self._token()):
            self._drop_body()
            self._answer(401 if not self._token() else 404, b"{}", {"X-Error-Code": "RepoNotFound"})
            return None
        if revision is not None and repo.resolve(revision) is None:
            self._drop_body()
            self._answer(404, b"{}", {"X-Error-Code": "RevisionNotFound"})
            return None
        return repo

    def validate_yaml(self) -> None:
        self._body()
        self._json({"errors": [], "warnings": []})

    def create(self) -> None:
        if not self._may_write():
            return
        wanted = json.loads(self._body())
        name = f"{wanted['organization']}/{wanted['name']}"
        made = self.hub.create(name, private=wanted.get("visibility") == "private")
        self._json({"url": f"{self.hub.endpoint}/datasets/{name}", "name": name}, 200 if made else 409)

    def settings(self, name: str) -> None:
        if self._may_write() and (repo := self._repo(name)):
            repo.private = json.loads(self._body()).get("visibility") == "private"
            self._json({"private": repo.private})

    def info(self, name: str, revision: str = "main") -> None:
        if repo := self._repo(name, revision):
            oid = repo.resolve(revision)
            siblings = [{"rfilename": path} for path in repo.files(oid)]
            date = "2026-11-30T00:00:00.000Z"
            self._json(
                {
                    "id": name, "sha": oid, "private": repo.private, "tags": [], "siblings": siblings,
                    "lastModified": date, "createdAt": date, "gated": False, "disabled": False, "downloads": 0,
                    "likes": 0,
                }
            )  # fmt: skip

    def refs(self, name: str) -> None:
        if repo := self._repo(name):
            tags = [{"name": tag, "ref": f"refs/tags/{tag}", "targetCommit": oid} for tag, oid in repo.tags.items()]
            main = [{"name": "main", "ref": "refs/heads/main", "targetCommit": repo.head}]
            pulls = {"pullRequests": []} if "include_prs" in self._query else {}
            self._json({"branches": main, "converts": [], "tags": tags, **pulls})

    def commits(self, name: str, revision: str) -> None:
        if repo := self._repo(name, revision):
            oids = [oid for oid, _ in repo.commits]
            known = oids[: oids.index(repo.resolve(revision)) + 1]
            date = "2026-11-30T00:00:00.000Z"
            self._json(
                [{"id": oid, "title": "", "message": "", "date": date, "authors": []} for oid in reversed(known)]
            )

    def tree(self, name: str, revision: str, below: str | None = None) -> None:
        if not (repo := self._repo(name, revision)):
            return
        prefix = f"{below}/" if below else ""
        files = {path: blob for path, blob in repo.files(revision).items() if path.startswith(prefix)}
        entries = [entry(path, blob) for path, blob in sorted(files.items())]
        folders = {path.rsplit("/", depth)[0] for path in files for depth in range(1, path.count("/") + 1)}
        entries += [folder_entry(path) for path in sorted(folders) if path.startswith(prefix)]
        if self._query.get("recursive", ["false"])[0].lower() != "true":
            entries = [each for each in entries if "/" not in each["path"].removeprefix(prefix)]
        if below and not entries:
            self._answer(404, b"{}", {"X-Error-Code": "EntryNotFound"})
            return
        self._json(entries)

    def paths_info(self, name: str, revision: str) -> None:
        body = self._body()
        if repo := self._repo(name, revision):
            is_json = self.headers.get("Content-Type", "").startswith("application/json")
            asked = json.loads(body)["paths"] if is_json else parse_qs(body.decode())["paths"]
            files = repo.files(revision)
            entries = [entry(path, files[path]) for path in asked if path in files]
            entries += [folder_entry(path) for path in asked if any(each.startswith(f"{path}/") for each in files)]
            self._json(entries)

    def preupload(self, name: str, revision: str) -> None:
        if not (self._may_write() and (repo := self._repo(name, revision))):
            return
        there = repo.files(revision)
        answers = []
        for file in json.loads(self._body())["files"]:
            large = file["path"].endswith(".parquet") or file["size"] >= self.hub.lfs_from
            answer = {
                "path": file["path"],
                "uploadMode": "lfs" if large else "regular",
                "shouldIgnore": file["path"] in self.hub.ignored,
            }
            if file["path"] in there:
                answer["oid"] = there[file["path"]].etag
            answers.append(answer)
        self._json({"files": answers})

    def batch(self, name: str) -> None:
        if not (self._may_write() and self._repo(name)):
            return
        self._json(
            {"transfer": "basic", "objects": [self._upload(**each) for each in json.loads(self._body())["objects"]]}
        )

    def _upload(self, *, oid: str, size: int) -> dict[str, object]:
        answer: dict[str, object] = {"oid": oid, "size": size}
        if oid in self.hub.stored:
            return answer
        address, signed = f"{self.hub.cdn}/store/{oid}", "?X-Signature=secret"
        upload: dict[str, object] = {"href": address + signed}
        if size > self.hub.part_size:
            count = -(-size // self.hub.part_size)
            parts = {f"{part + 1:05d}": f"{address}/{part + 1}{signed}" for part in range(count)}
            upload = {"href": f"{address}/complete{signed}", "header": {"chunk_size": str(self.hub.part_size), **parts}}
        verify = {"href": f"{self.hub.endpoint}/verify"}
        return {**answer, "actions": {"upload": upload, "verify": verify}}

    def verify(self) -> None:
        wanted = json.loads(self._body())
        same = self.hub.stored.get(wanted["oid"]) == wanted["size"]
        self._json({"ok": same}, 200 if same else 400)

    def commit(self, name: str, branch: str) -> None:
        if not (self._may_write() and (repo := self._repo(name, branch))):
            return
        lines = [json.loads(line) for line in self._body().splitlines()]
        with self.hub.lock:
            parent = lines[0]["value"].get("parentCommit")
            if parent not in {None, repo.head}:
                self._json({"error": "A commit has happened since. Please refresh and try again."}, 412)
                return
            files = repo.files()
            for line in lines[1:]:
                value = line["value"]
                if line["key"] == "file":
                    files[value["path"]] = plain_blob(base64.b64decode(value["content"]))
                elif line["key"] == "lfsFile":
                    if value["oid"] not in self.hub.stored:
                        self._json({"error": f"LFS pointer to what is not there: {value['path']}"}, 400)
                        return
                    files[value["path"]] = lfs_blob(value["oid"], value["size"])
                else:
                    del files[value["path"]]
            oid = repo.add(files)
        if self._fault is not None and self._fault.lost:
            self._cut()
            return
        self._json({"success": True, "commitOid": oid, "commitUrl": f"{self.hub.endpoint}/{name}/commit/{oid}"})

    def tag(self, name: str, revision: str) -> None:
        if not (self._may_write() and (repo := self._repo(name, revision))):
            return
        tag = json.loads(self._body())["tag"]
        with self.hub.lock:
            free = tag not in repo.tags
            if free:
                repo.tags[tag] = repo.resolve(revision)
        self._json({} if free else {"error": "Tag reference exists already."}, 200 if free else 409)

    def resolve(self, name: str, revision: str, path: str) -> None:
        if not (repo := self._repo(name, revision)):
            return
        blob = repo.files(revision).get(path)
        headers = {"X-Repo-Commit": repo.resolve(revision)}
        if blob is None:
            self._answer(404, b"{}", {**headers, "X-Error-Code": "EntryNotFound"})
            return
        if blob.data is None:
            linked = {"X-Linked-Etag": f'"{blob.sha256}"', "X-Linked-Size": str(blob.size)}
            place = {"Location": f"{self.hub.cdn}/store/{blob.sha256}?X-Signature=secret"}
            self._answer(302, b"", {**headers, **linked, **place})
            return
        self._send_file(blob.data, {**headers, "ETag": f'"{blob.git_sha1}"'})

    def _store(self, path: str) -> None:
        oid, _, part = path.removeprefix("/store/").partition("/")
        if self.command in {"GET", "HEAD"}:
            file = self.hub.lfs_path(oid)
            self._send_file(file.read_bytes(), {"ETag": f'"{oid}"'})
            return
        target = self.hub.lfs_path(f"{oid}.{part}" if part else oid)
        if part == "complete":
            numbers = [each["partNumber"] for each in json.loads(self._body())["parts"]]
            self._complete(oid, [self.hub.lfs_path(f"{oid}.{number}") for number in numbers])
            return
        digest, size = self._receive(target)
        if not part:
            if self.hub.keep and digest != oid:
                self._json({"error": "other bytes"}, 400)
                return
            self.hub.stored[oid] = size
        self._answer(200, b"", {"ETag": f'"{digest[:32]}"'})

    def _receive(self, target: Path) -> tuple[str, int]:
        digest, size = hashlib.sha256(), 0
        temporary = target.with_name(f"{target.name}.{threading.get_ident()}")
        with temporary.open("wb") as sink:
            for piece in self._pieces():
                size += len(piece)
                self.hub.received += len(piece)
                if self.hub.keep:
                    digest.update(piece)
                    sink.write(piece)
        temporary.replace(target)
        return digest.hexdigest(), size

    def _complete(self, oid: str, parts: list[Path]) -> None:
        data = b"".join(part.read_bytes() for part in parts)
        if hashlib.sha256(data).hexdigest() != oid:
            self._json({"error": "other bytes"}, 400)
            return
        self.hub.lfs_path(oid).write_bytes(data)
        self.hub.stored[oid] = len(data)
        self._json({})


_NAME = r"([^/]+/[^/]+)"
ROUTES = (
    ("POST", "/api/validate-yaml", "validate_yaml"),
    ("POST", "/api/repos/create", "create"),
    ("PUT", f"/api/datasets/{_NAME}/settings", "settings"),
    ("GET", f"/api/datasets/{_NAME}", "info"),
    ("GET", f"/api/datasets/{_NAME}/revision/([^/]+)", "info"),
    ("GET", f"/api/datasets/{_NAME}/refs", "refs"),
    ("GET", f"/api/datasets/{_NAME}/commits/([^/]+)", "commits"),
    ("GET", f"/api/datasets/{_NAME}/tree/([^/]+)(?:/(.+))?", "tree"),
    ("POST", f"/api/datasets/{_NAME}/paths-info/([^/]+)", "paths_info"),
    ("POST", f"/api/datasets/{_NAME}/preupload/([^/]+)", "preupload"),
    ("POST", f"/api/datasets/{_NAME}/commit/([^/]+)", "commit"),
    ("POST", f"/api/datasets/{_NAME}/tag/([^/]+)", "tag"),
    ("POST", rf"/datasets/{_NAME}\.git/info/lfs/objects/batch", "batch"),
    ("POST", "/verify", "verify"),
    ("GET", f"/datasets/{_NAME}/resolve/([^/]+)/(.+)", "resolve"),
)
