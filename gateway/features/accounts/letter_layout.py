"""Lays out a letter as plain text and as HTML. Every part is escaped: names and links are the operator's."""

from collections.abc import Sequence
from html import escape
from typing import Final
from urllib.parse import quote, urljoin

from msgspec import Struct

from gateway.features.messages import Letter
from gateway.texts import read

# Mail clients drop style sheets and choose the colours of their dark mode themselves: styles are inline, and only the
# button has colours of its own. Outlook ignores `max-width` and takes the width of the table.
_HTML: Final = """\
<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{subject}</title>
</head>
<body style="margin:0;padding:24px 16px">
<table role="presentation" align="center" width="600" style="width:100%;max-width:600px;border-spacing:0">
<tr><td style="font:16px/1.5 Arial,sans-serif;overflow-wrap:anywhere">
<p style="margin:0 0 24px">{logo}{site}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">{subject}</h1>
{paragraphs}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #888888;font-size:14px">{ending}</p>
</td></tr>
</table>
</body>
</html>
"""
_LOGO: Final = (
    '<img src="{}" width="40" height="40" alt="" style="vertical-align:middle;margin-right:12px;border-radius:4px">'
)
_BUTTON: Final = (
    "display:inline-block;margin-top:8px;padding:12px 20px;border-radius:6px;background:#d4af6a;color:#0b0e14;"
    "font-weight:bold;text-decoration:none"
)
_SITE: Final = "font-size:18px;font-weight:bold;text-decoration:none;color:inherit"


class Signature(Struct, frozen=True):
    """The operator's name of the site, address (empty: none), links (label, URL) and logo at the time of a letter."""

    name: str
    email: str = ""
    links: tuple[tuple[str, str], ...] = ()
    logo: str = ""


class Paragraph(Struct, frozen=True):
    """`link`: below the text. `label`: of the link in HTML."""

    text: str
    link: str = ""
    label: str = ""


class LetterLayout(Struct, frozen=True):
    """The site's part of a letter in one language. `url`: of the site."""

    language: str
    url: str
    signature: Signature

    def letter(self, recipient: str, subject: str, paragraphs: Sequence[Paragraph]) -> Letter:
        text, html = self._text(subject, paragraphs), self._html(subject, paragraphs)
        return Letter(recipient=recipient, subject=subject, text=text, html=html)

    def _text(self, subject: str, paragraphs: Sequence[Paragraph]) -> str:
        bodies = ["\n".join(filter(None, (paragraph.text, paragraph.link))) for paragraph in paragraphs]
        site = f"{self.signature.name}, {self.url}"
        links = [f"{label}: {url}" for label, url in self._links()]
        ending = "\n".join(filter(None, (site, self.signature.email, *links, self._warning())))
        return "\n\n".join([subject, *bodies, ending]) + "\n"

    def _html(self, subject: str, paragraphs: Sequence[Paragraph]) -> str:
        links = [_anchor(url, label) for label, url in self._links()]
        email = self.signature.email
        mail_link = _anchor(f"mailto:{quote(email, safe='@')}", email) if email else ""
        ending = [_anchor(self.url, self.url), mail_link, *links, escape(self._warning())]
        logo = urljoin(self.url, self.signature.logo) if self.signature.logo else ""
        return _HTML.format(
            language=escape(self.language),
            subject=escape(subject),
            logo=_LOGO.format(escape(logo)) if logo.startswith("https://") else "",
            site=_anchor(self.url, self.signature.name, _SITE),
            paragraphs="\n".join(map(_paragraph, paragraphs)),
            ending="<br>\n".join(filter(None, ending)),
        )

    def _links(self) -> list[tuple[str, str]]:
        return [(label, urljoin(self.url, address)) for label, address in self.signature.links]

    def _warning(self) -> str:
        return read(self.language, "mails.neverAsked")


def _paragraph(paragraph: Paragraph) -> str:
    text = escape(paragraph.text).replace("\n", "<br>\n")
    link = f"<br>\n{_anchor(paragraph.link, paragraph.label, _BUTTON)}" if paragraph.link else ""
    return f'<p style="margin:0 0 16px">{text}{link}</p>'


def _anchor(url: str, label: str, style: str = "color:inherit") -> str:
    return f'<a href="{escape(url)}" style="{style}">{escape(label)}</a>'
