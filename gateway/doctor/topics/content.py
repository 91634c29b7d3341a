"""The content folder: whether it is valid, and which of it is still sample content."""

from pathlib import Path
from typing import Final

from gateway.config.sections import StatusSettings
from gateway.config.settings import Settings
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.site_content import content_store, sample
from gateway.features.site_content.folder_files import text_files

_REPLACE: Final = "write what is true of your server; the service takes it up without a restart"


async def check(context: DoctorContext) -> list[Finding]:
    return evaluate(context.settings)


def evaluate(settings: Settings) -> list[Finding]:
    folder = content_store.content_folder(settings)
    if errors := content_store.refused_files(folder):
        remedy = "mend it; until then a running service shows the file before it, or the site without a new one"
        return [bad(f"content: {error}", remedy) for error in errors]
    if settings.content.folder:
        findings = sample_hints(folder)
    else:
        make = "run `gateway content init FOLDER`, and set it as `folder` under [content]"
        findings = [advice("content: there is no content folder, so the API answers with sample content", make)]
    findings = findings or [ok(f"content: {folder} is valid and your own")]
    peak = settings.status.recorded_peak
    if peak == StatusSettings().recorded_peak:
        do = "set it to the highest count of players that you know of, or to 0"
        findings.append(advice(f"content: status.recorded_peak is the sample's {peak:,}", do))
    return findings


def sample_hints(folder: Path) -> list[Finding]:
    """Returns hints on sample content in the files of all languages."""
    findings: list[Finding] = []
    samples: list[str] = []
    for path in text_files(folder):
        name, data = path.relative_to(folder).as_posix(), path.read_bytes()
        if sample.is_sample(name, data):
            samples.append(name)
        elif path.suffix == ".json" and (count := sample.unknown_values(data)):
            findings.append(advice(f"content: {count} texts in {name} are still {sample.UNKNOWN!r}", _REPLACE))
    if samples:
        findings.append(advice(f"content: still the sample: {', '.join(samples)}", _REPLACE))
    return findings
