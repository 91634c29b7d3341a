"""Texts, numbers and dates of link previews in each language."""

from datetime import date

from gateway.pictures.card_texts import CardTexts


def test_numbers_dates_and_names_follow_the_language() -> None:
    english, spanish, portuguese = map(CardTexts, ("en", "es", "pt"))
    assert [texts.number(12_345) for texts in (english, spanish, portuguese)] == ["12,345", "12.345", "12.345"]
    assert [texts.percent(64.25) for texts in (english, spanish)] == ["64.2%", "64,2%"]
    days = [texts.date(date(2026, 1, 5)) for texts in (english, spanish, portuguese)]
    assert days == ["Jan 5, 2026", "5 de ene de 2026", "5 de jan. de 2026"]
    assert spanish("cards.takesFrom", name="{before}", before="A") == "{before} se lo quita a A"
