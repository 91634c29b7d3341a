"""Content that claims nothing: the folder that `gateway content init` and `gateway install` write."""

import inspect
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from gateway import package_data
from gateway.features.site_content import downloads, media, server_info, site_texts
from gateway.features.site_content.downloads import (
    Downloads,
    Help,
    InstallationGuide,
    Requirements,
    SystemRequirements,
)
from gateway.features.site_content.folder_files import FILES, NEWS, PAGES, PICTURES
from gateway.features.site_content.server_info import (
    Castle,
    General,
    Olympiad,
    PremiumRates,
    Rates,
    ServerInfo,
    Sieges,
)
from gateway.texts import SOURCE

NAME: Final = "Interlude server"
UNKNOWN: Final = "-"
"""A text that the operator has yet to write."""
CASTLES: Final = ("Aden", "Dion", "Giran", "Gludio", "Goddard", "Innadril", "Oren", "Rune", "Schuttgart")

_SITE: Final = """\
name = {name}              # of the header, titles and mails
game = "Lineage 2 Interlude"           # follows the name in titles; add your rates
tagline = "{tagline}"
description = "{description}"
credit = ""                            # last line of the footer
email = ""                             # empty texts and links are not shown
logo = ""                              # a picture such as "/pictures/logo.svg"; empty: the page's own
wordmark = ""                          # the name as a picture; empty: the name as text
favicon = ""
accent = ""                            # "#rrggbb", for buttons, links and lines; empty: gold

[hero]
title = "{title}"
text = "{text}"

[coins]
singular = "{coin}"
plural = "{coin}s"

[links]
support = ""
bugs = ""
contact = ""

# [[header_links]]                     also [[footer_links]]
# label = "Forum"
# url = "https://forum.example"
"""
_TRANSLATION: Final = """\
# Overrides texts of site.toml on the {language} pages.
tagline = "{tagline}"
description = "{description}"

[hero]
title = "{title}"
text = "{text}"

[coins]
singular = "{coin}"
plural = "{coin}s"
"""
_WORDS: Final = {
    "en": {
        "language": "English",
        "tagline": "A fan-run Interlude server.",
        "description": "A fan-run Interlude server: live status, rankings and the client to download.",
        "title": "An Interlude server.",
        "text": "Create an account, download the client and log in.",
        "coin": "Coin",
    },
    "es": {
        "language": "Spanish",
        "tagline": "Un servidor Interlude hecho por fans.",
        "description": "Servidor Interlude hecho por fans: estado en vivo, ranking y el cliente para descargar.",
        "title": "Un servidor Interlude.",
        "text": "Creá una cuenta, descargá el cliente e ingresá.",
        "coin": "Moneda",
    },
    "pt": {
        "language": "Portuguese",
        "tagline": "Um servidor Interlude feito por fãs.",
        "description": "Servidor Interlude feito por fãs: status ao vivo, ranking e o cliente para baixar.",
        "title": "Um servidor Interlude.",
        "text": "Crie uma conta, baixe o cliente e entre.",
        "coin": "Moeda",
    },
}
_PAGES: Final = {
    "pages/rules": {
        "en": "The rules are not written yet.\n",
        "es": "Las reglas todavía no están escritas.\n",
        "pt": "As regras ainda não foram escritas.\n",
    },
    "pages/events": {
        "en": "Events are announced in the news.\n",
        "es": "Los eventos se anuncian en las noticias.\n",
        "pt": "Os eventos são anunciados nas notícias.\n",
    },
    "pages/rankings": {
        "en": "Rankings are counted from the game's own figures. Your profile decides what others see of you.\n",
        "es": "Los rankings salen de los datos del juego. En tu perfil elegís qué ven los demás de vos.\n",
        "pt": "Os rankings vêm dos dados do jogo. No perfil, você escolhe o que os outros veem de você.\n",
    },
    "pages/donations": {
        "en": "The conditions of donations are not written yet.\n",
        "es": "Las condiciones de las donaciones todavía no están escritas.\n",
        "pt": "As condições das doações ainda não foram escritas.\n",
    },
    "pages/forum": {
        "en": "The server has no forum yet.\n",
        "es": "El servidor todavía no tiene foro.\n",
        "pt": "O servidor ainda não tem fórum.\n",
    },
    "pages/terms": {
        "en": "The terms of service are not written yet.\n",
        "es": "Los términos del servicio todavía no están escritos.\n",
        "pt": "Os termos de serviço ainda não foram escritos.\n",
    },
    "pages/privacy": {
        "en": "The privacy policy is not written yet.\n",
        "es": "La política de privacidad todavía no está escrita.\n",
        "pt": "A política de privacidade ainda não foi escrita.\n",
    },
    "pages/gdpr": {
        "en": "The text on your rights to your data is not written yet.\n",
        "es": "El texto sobre tus derechos sobre tus datos todavía no está escrito.\n",
        "pt": "O texto sobre os direitos sobre os seus dados ainda não foi escrito.\n",
    },
}
"""One for each anchor of the footer."""
_ARTICLE: Final = """\
---
title: {title}
date: 2020-01-01
until: 2020-01-01
---
{text}
"""
_ARTICLES: Final = {
    "news/example": {
        "en": _ARTICLE.format(
            title="An example",
            text="This article is not shown, because its last day has passed. Copy the file, and write your own.",
        ),
        "es": _ARTICLE.format(
            title="Un ejemplo",
            text="Esta noticia no se muestra, porque su último día ya pasó. Copiá el archivo y escribí la tuya.",
        ),
        "pt": _ARTICLE.format(
            title="Um exemplo",
            text="Esta notícia não aparece, porque seu último dia já passou. Copie o arquivo e escreva a sua.",
        ),
    },
}
"""Articles that are never shown."""
T = TypeVar("T", bound=msgspec.Struct)


def write(folder: Path, language: str = SOURCE, site_name: str = NAME) -> None:
    """Creates the folder of a site in that language. Raises OSError, also if it exists."""
    folder.mkdir()
    for part in (PAGES, NEWS, PICTURES, FILES):
        (folder / part).mkdir()
    for name, data in ((server_info.FILE, _info()), (downloads.FILE, _downloads())):
        (folder / name).write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
    (folder / media.FILE).write_text("[]\n", encoding="utf-8")
    for file, text in {**_texts(language, site_name), **_markdown(_ARTICLES, language)}.items():
        (folder / file).write_text(text, encoding="utf-8")


def is_sample(name: str, data: bytes) -> bool:
    """Returns whether a file of a folder is as this module or the packaged content has it."""
    packaged_file = package_data.content() / name
    texts = {_texts(language, NAME).get(name, "").encode() for language in _WORDS}
    return data in texts or (packaged_file.is_file() and data == packaged_file.read_bytes())


def _texts(language: str, name: str) -> dict[str, str]:
    """Returns the files that visitors see: those without a language in their name are in the site's own."""
    own_words = _WORDS.get(language, _WORDS[SOURCE])
    files = {site_texts.FILE: _SITE.format(name=json.dumps(name, ensure_ascii=False), **own_words)}
    translations = {key: words for key, words in _WORDS.items() if words is not own_words}
    files |= {f"site.{key}.toml": _TRANSLATION.format(**words) for key, words in translations.items()}
    return {**files, **_markdown(_PAGES, language)}


def _markdown(texts: Mapping[str, Mapping[str, str]], language: str) -> dict[str, str]:
    own_language = language if language in _WORDS else SOURCE
    return {
        f"{name}.md" if key == own_language else f"{name}.{key}.md": text
        for name, translations in texts.items()
        for key, text in translations.items()
    }


def unknown_values(data: bytes) -> int:
    """Returns how many texts of a file the operator has yet to write."""
    return data.count(b'"%s"' % UNKNOWN.encode())


def _info() -> ServerInfo:
    castles = [
        Castle(castle=name, owner="Available", next_siege=UNKNOWN, defenders=0, challengers=0) for name in CASTLES
    ]
    return ServerInfo(
        general=General("Interlude", UNKNOWN, 0),
        rates=_unknown(Rates),
        premium_rates=_unknown(PremiumRates),
        enchant=[],
        olympiad=_unknown(Olympiad),
        sieges=_unknown(Sieges),
        events=[],
        bosses=[],
        castles=castles,
        farm_zones=[],
    )


def _downloads() -> Downloads:
    requirements = SystemRequirements(_unknown(Requirements), _unknown(Requirements))
    return Downloads([], requirements, InstallationGuide([], Help(UNKNOWN, "/", "/")))


def _unknown(shape: type[T]) -> T:
    """Returns a record of texts and numbers without a claim."""
    types = inspect.get_annotations(shape, eval_str=True)
    return shape(**{name: 0 if types[name] is int else UNKNOWN for name in types})
