"""The content folder: whether it is valid, and which of it is still sample content."""

from pathlib import Path
from typing import Final

from gateway.config.sections import StatusSettings
from gateway.config.settings import Settings
from gateway.doctor.context import DoctorContext
from gateway.doctor.findings import Finding, advice, bad, ok
from gateway.features.site_content import content_store, sample
from gateway.features.site_content.folder_files import text_files
from gateway.texts import text

_REPLACE: Final = text("doctor.content.replace")


async def check(context: DoctorContext) -> list[Finding]:
    return evaluate(context.settings)


def evaluate(settings: Settings) -> list[Finding]:
    folder = content_store.content_folder(settings)
    if errors := content_store.refused_files(folder):
        remedy = text("doctor.content.error_do")
        return [bad(text("doctor.content.error", place=error.place, reason=error.reason), remedy) for error in errors]
    if settings.content.folder:
        findings = sample_hints(folder)
    else:
        findings = [advice(text("doctor.content.none"), text("doctor.content.none_do"))]
    findings = findings or [ok(text("doctor.content.valid", folder=str(folder)))]
    peak = settings.status.recorded_peak
    if peak == StatusSettings().recorded_peak:
        findings.append(advice(text("doctor.content.peak", peak=peak), text("doctor.content.peak_do")))
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
            message = text("doctor.content.unwritten", texts=count, file=name, mark=repr(sample.UNKNOWN))
            findings.append(advice(message, _REPLACE))
    if samples:
        findings.append(advice(text("doctor.content.sample", files=", ".join(samples)), _REPLACE))
    return findings
