"""Read a page as a strict reader does."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

# Elements without an end tag, of HTML and of what SVG closes itself.
_VOID = {"meta", "link", "img", "input", "col", "br"}
_SELF_CLOSING_SVG = {"path", "line", "rect", "circle"}


@dataclass
class Page(HTMLParser):
    """All elements with their attributes, the visible text, and what does not nest."""

    elements: list = field(default_factory=list)
    text: list = field(default_factory=list)
    stack: list = field(default_factory=list)
    faults: list = field(default_factory=list)
    scripts: list = field(default_factory=list)

    def __post_init__(self):
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"<{tag}> with an attribute twice: {names}")
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        if tag not in _SELF_CLOSING_SVG:
            self.faults.append(f"<{tag}/>")
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")

    def handle_data(self, data):
        if self.stack and self.stack[-1] in {"script", "style"}:
            self.scripts.append((self.stack[-1], self.elements[-1][1], data))
        else:
            self.text.append(data)

    def all(self, tag):
        return [attrs for name, attrs in self.elements if name == tag]


def read(text):
    page = Page()
    page.feed(text)
    page.close()
    if page.stack:
        page.faults.append(f"never closed: {page.stack}")
    return page
