"""Say in plain words what a Hub answered, and what to do about it."""

from __future__ import annotations

from publishing.hub.errors import HubError, scrubbed
from publishing.hub.retrying import may_pass, status_of

AGAIN = "run the same command again: what has arrived is not sent twice, and nothing is published until all of it is"
_SIGN_IN = (
    "make a token with write access at https://huggingface.co/settings/tokens, then `hf auth login` or set HF_TOKEN"
)
_ANSWERS = {
    401: ("a token that is refused (401)", _SIGN_IN),
    403: ("a token without the right to do this (403)", f"{_SIGN_IN}; or ask the owner of the name for access"),
    404: (
        "no such repository, version or file, or none that this token may see (404)",
        f"check the spelling; for a private repository sign in: {_SIGN_IN}",
    ),
    429: ("too many requests (429)", f"wait some minutes, then {AGAIN}"),
}


def hub_error(error: Exception, *, where: str, doing: str, token: str | None) -> HubError:
    """Translate a failure of `huggingface_hub`.

    Parameters
    ----------
    error : Exception
        What was raised.
    where : str
        The repository, with its endpoint.
    doing : str
        What was being done, such as "uploading".
    token : str or None
        The token in use: it never stands in the message.
    """
    status = status_of(error)
    said = scrubbed(_said(error), token)
    found, remedy = _told(status, passing=may_pass(error))
    return HubError(
        where=where,
        found=f"{found} while {doing}: {said}",
        wanted="an answer that the work can go on with",
        remedy=remedy,
    )


def _told(status: int | None, *, passing: bool) -> tuple[str, str]:
    if status is None:
        if passing:
            return "a connection that fails", f"check the network and the endpoint, then {AGAIN}"
        return "a failure", "put right what it tells of, then run the same command again"
    if status >= 500:
        return f"a server that fails ({status})", AGAIN
    refused = (f"a request that is refused ({status})", "put right what the server tells of, then run it again")
    return _ANSWERS.get(status, refused)


def _said(error: Exception) -> str:
    # `huggingface_hub` wraps what happened; the innermost words are the ones that tell.
    cause: BaseException = error
    while cause.__cause__ is not None and status_of(cause.__cause__) == status_of(error):
        cause = cause.__cause__
    server = getattr(error, "server_message", None)
    return str(server or cause or "") or type(error).__name__
