"""The content folder: whether it is valid, and which of it is still sample content."""

from typing import Final

from gateway import package_data
from gateway.config.sections import StatusSettings
from gateway.config.settings import Settings
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.site_content import content_store, downloads, media, sample, server_info, site_texts
from gateway.features.site_content.content_files import ContentError
from gateway.features.site_content.content_store import SiteContent

_REPLACE: Final = "write what is true of your server; the service takes it up without a restart"


async def check(context: DoctorContext) -> list[Finding]:
    return evaluate(context.settings)


def evaluate(settings: Settings) -> list[Finding]:
    folder = content_store.content_folder(settings)
    try:
        content = content_store.load(folder)
    except ContentError as error:
        return [bad(f"content: {error}", "mend it; a running service shows its last valid content until then")]
    if settings.content.folder:
        findings = sample_hints(content, content_store.load(package_data.content()))
    else:
        make = "run `gateway content init FOLDER`, and set it as `folder` under [content]"
        findings = [advice("content: there is no content folder, so the API answers with sample content", make)]
    findings = findings or [ok(f"content: {folder} is valid and your own")]
    peak = settings.status.recorded_peak
    if peak == StatusSettings().recorded_peak:
        do = "set it to the highest count of players that you know of, or to 0"
        findings.append(advice(f"content: status.recorded_peak is the sample's {peak:,}", do))
    return findings


def sample_hints(content: SiteContent, packaged: SiteContent) -> list[Finding]:
    """Returns hints on sample content; `packaged` is the sample."""
    parts = (
        (site_texts.FILE, content.texts.site == packaged.texts.site),
        (server_info.FILE, content.texts.info == packaged.texts.info),
        (media.FILE, content.texts.media == packaged.texts.media),
        (downloads.FILE, content.texts.downloads == packaged.texts.downloads),
    )
    findings = [advice(f"content: {name} is still the sample", _REPLACE) for name, is_sample in parts if is_sample]
    for name, data in ((server_info.FILE, content.texts.info), (downloads.FILE, content.texts.downloads)):
        if count := sample.unknown_values(data):
            findings.append(advice(f"content: {count} texts in {name} are still {sample.UNKNOWN!r}", _REPLACE))
    return findings
