"""One dataset repository on a Hub: every request is borne with for a while, and every failure told in plain words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from execution.patience import Patience
from publishing.hub.copying import changed
from publishing.hub.downloading import download
from publishing.hub.errors import HubError, scrubbed
from publishing.hub.files import MOST_FILES, RemoteFile, require_safe
from publishing.hub.refusals import hub_error
from publishing.hub.retrying import bear, may_pass, status_of

if TYPE_CHECKING:
    from huggingface_hub import HfApi

Result = TypeVar("Result")

# What the Hub itself puts into a repository.
HUB_OWN = frozenset({".gitattributes"})
_KIND = "dataset"
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class MovedError(Exception):
    """Somebody else committed or tagged in between."""


@dataclass(frozen=True)
class RepositoryState:
    """The newest commit of a repository, and who may see it."""

    commit: str
    private: bool


@dataclass(frozen=True, kw_only=True)
class Repository:
    """A dataset repository.

    Parameters
    ----------
    name : str
        OWNER/NAME.
    endpoint : str
        The Hub's address.
    token : str or None
        For the Hub alone; never shown.
    patience : Patience
        How long failures are borne with.
    """

    name: str
    endpoint: str
    token: str | None = field(repr=False)
    patience: Patience = field(default_factory=Patience, repr=False)

    @property
    def where(self) -> str:
        """The repository's address."""
        return f"{scrubbed(self.endpoint.rstrip('/'), self.token)}/datasets/{self.name}"

    def state(self) -> RepositoryState | None:
        """Give the state of the repository; None if there is none that the token may see.

        Raises
        ------
        HubError
            If the Hub cannot be asked.
        """
        info = self._look("looking for the repository", lambda api: api.dataset_info(self.name))
        return None if info is None or info.sha is None else RepositoryState(info.sha, bool(info.private))

    def create(self, *, private: bool) -> None:
        """Make the repository; one that is there already is left as it is.

        Raises
        ------
        HubError
            If the Hub refuses.
        """
        self._ask(
            "making the repository",
            lambda api: api.create_repo(self.name, repo_type=_KIND, private=private, exist_ok=True),
        )

    def show_to_all(self) -> None:
        """Make the repository public.

        Raises
        ------
        HubError
            If the Hub refuses.
        """
        self._ask(
            "making the repository public",
            lambda api: api.update_repo_settings(self.name, private=False, repo_type=_KIND),
        )

    def tags(self) -> dict[str, str]:
        """Give the commits of all tags; none if there is no repository.

        Raises
        ------
        HubError
            If the Hub cannot be asked.
        """
        refs = self._look("reading its tags", lambda api: api.list_repo_refs(self.name, repo_type=_KIND))
        return {tag.name: tag.target_commit for tag in refs.tags} if refs is not None else {}

    def history(self) -> frozenset[str]:
        """Give every commit that whoever sees the repository can reach, by a branch, a tag or a pull request.

        Raises
        ------
        HubError
            If the Hub cannot be asked.
        """
        refs = self._ask(
            "reading its branches",
            lambda api: api.list_repo_refs(self.name, repo_type=_KIND, include_pull_requests=True),
        )
        found: set[str] = set()
        for ref in (*refs.branches, *refs.converts, *refs.tags, *(refs.pull_requests or ())):
            if ref.target_commit not in found:
                found |= {ref.target_commit, *self._commits(ref.target_commit)}
        return frozenset(found)

    def _commits(self, newest: str) -> list[str]:
        commits = self._ask(
            "reading its history", lambda api: api.list_repo_commits(self.name, repo_type=_KIND, revision=newest)
        )
        return [commit.commit_id for commit in commits]

    def commit_of(self, revision: str) -> str:
        """Give the commit that a tag names.

        Raises
        ------
        HubError
            If there is no such tag, or the Hub cannot be asked.
        """
        info = self._ask(f"looking for {revision}", lambda api: api.dataset_info(self.name, revision=revision))
        return str(info.sha)

    def files(self, revision: str) -> Mapping[str, RemoteFile]:
        """List the files at a commit, without what the Hub itself puts there.

        Raises
        ------
        HubError
            If it cannot be listed, or a path is none that may be written here.
        """
        found = self._ask("listing its files", lambda api: _listed(api, self.name, revision))
        return require_safe((file for file in found if file.path not in HUB_OWN), where=self.where)

    def commit(
        self, add: Mapping[str, Path], remove: Iterable[str], *, sha256: Mapping[str, str], parent: str, message: str
    ) -> str:
        """Send files as one commit, and give its id; large ones are streamed, and those that are there are not sent.

        `sha256` is what each file must still hash to.

        Raises
        ------
        MovedError
            If `parent` is not the newest commit any more.
        HubError
            If a file has changed, or the Hub refuses, or cannot be reached for too long.
        """
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete

        operations = [CommitOperationAdd(path, str(file)) for path, file in add.items()]
        for operation, (path, file) in zip(operations, add.items(), strict=True):
            if operation.upload_info.sha256.hex() != sha256[path]:
                raise changed(file)
        removals = [CommitOperationDelete(path, is_folder=False) for path in remove]
        done = self._ask(
            "uploading",
            lambda api: api.create_commit(
                self.name,
                [*operations, *removals],
                commit_message=message,
                repo_type=_KIND,
                parent_commit=parent,
                num_threads=4,
            ),
            moved=True,
        )
        return str(done.oid)

    def tag(self, tag: str, *, commit: str) -> None:
        """Give a commit its tag.

        Raises
        ------
        MovedError
            If the tag is there already.
        HubError
            If the Hub refuses.
        """
        self._ask(
            f"tagging {tag}",
            lambda api: api.create_tag(self.name, tag=tag, revision=commit, repo_type=_KIND, exist_ok=False),
            moved=True,
        )

    def fetch(self, file: RemoteFile, *, revision: str, folder: Path) -> None:
        """Fetch a file into a folder, never more of it than is listed.

        Raises
        ------
        HubError
            If it cannot be fetched.
        OSError
            If it cannot be written.
        """
        self._ask(
            f"fetching {file.path}",
            lambda api: download(api, self.name, file, revision=revision, folder=folder, where=self.where),
        )

    def _look(self, doing: str, call: Callable[[HfApi], Result]) -> Result | None:
        """Ask for what need not be there."""
        from huggingface_hub.errors import RepositoryNotFoundError

        try:
            return self._ask(doing, call)
        except HubError as error:
            if isinstance(error.__cause__, RepositoryNotFoundError):
                return None
            raise

    def _ask(self, doing: str, call: Callable[[HfApi], Result], *, moved: bool = False) -> Result:
        from huggingface_hub import HfApi

        api = HfApi(endpoint=self.endpoint, token=self.token or False)
        try:
            return bear(self.patience, lambda: call(api))
        except HubError:
            raise
        except Exception as error:
            if (
                isinstance(error, OSError)
                and error.errno is not None
                and status_of(error) is None
                and not may_pass(error)
            ):
                raise  # of this disk, not of the Hub
            if moved and status_of(error) in {409, 412}:
                raise MovedError from error
            raise hub_error(error, where=self.where, doing=doing, token=self.token) from error


def open_repository(
    name: str, *, endpoint: str | None, needs_token: bool, patience: Patience | None = None
) -> Repository:
    """Prepare to talk to a repository; nobody is asked yet.

    Parameters
    ----------
    name : str
        OWNER/NAME.
    endpoint : str or None
        The Hub's address; `HF_ENDPOINT`, or huggingface.co, if None.
    needs_token : bool
        Whether nothing can be done without a token. It comes from where `huggingface_hub` looks: `HF_TOKEN`, or what
        `hf auth login` stored.
    patience : Patience, optional
        How long failures are borne with.

    Raises
    ------
    HubError
        If the name is none, there is no token, or it would travel unencrypted.
    """
    from huggingface_hub import constants, get_token
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils._validators import validate_repo_id

    address = (endpoint or constants.ENDPOINT).rstrip("/")
    token = get_token()
    try:
        validate_repo_id(name)
    except HFValidationError as error:
        raise _unusable(name, scrubbed(str(error), token), "OWNER/NAME", "check --repo") from error
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or parts.query:
        shown = scrubbed(address, token)
        raise _unusable("--endpoint", f"{shown!r}", "an address such as https://huggingface.co", "check --endpoint")
    if token is None and needs_token:
        remedy = "run `hf auth login`, or set HF_TOKEN; --dry-run shows what would be sent without one"
        raise _unusable(name, "no token", "a token with write access", remedy)
    if token is not None and parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        remedy = "use https; to pull something public from such a place, unset HF_TOKEN and run `hf auth logout`"
        raise _unusable("--endpoint", f"{address}, where the token would travel unencrypted", "https", remedy)
    _quieten()
    return Repository(name=name, endpoint=address, token=token, patience=patience or Patience())


def _quieten() -> None:
    """Leave out the library's own warnings, which show signed addresses, and its bars where nobody watches them."""
    import logging

    from huggingface_hub.utils.tqdm import disable_progress_bars

    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    if not sys.stderr.isatty():
        disable_progress_bars()


def _listed(api: HfApi, name: str, revision: str) -> list[RemoteFile]:
    """List the files at a commit."""
    from huggingface_hub.hf_api import RepoFile

    # Folders are listed too; never is a listing held that is longer than any release's.
    entries = list(islice(api.list_repo_tree(name, recursive=True, revision=revision, repo_type=_KIND), 2 * MOST_FILES))
    if len(entries) == 2 * MOST_FILES:
        raise _unusable(name, f"{len(entries):,} files and folders or more", "a release", "check the name")
    return [
        RemoteFile(
            path=entry.path,
            size=entry.size,
            sha256=entry.lfs.sha256 if entry.lfs else "",
            git_sha1="" if entry.lfs else entry.blob_id,
        )
        for entry in entries
        if isinstance(entry, RepoFile)
    ]


def _unusable(where: str, found: str, wanted: str, remedy: str) -> HubError:
    return HubError(where=where, found=found, wanted=wanted, remedy=remedy)
