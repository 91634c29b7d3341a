"""Recovery codes: many random bits, forgiving to type, bound to their account."""

import re

from gateway.features.accounts.recovery_codes import COUNT, hash_of, new_codes


def test_new_codes_are_ten_different_texts() -> None:
    codes = new_codes()
    assert len(set(codes)) == COUNT == 10
    assert all(re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", code) for code in codes)


def test_hash_of_ignores_how_a_code_is_typed() -> None:
    expected = hash_of("demo", "8F1K-20XA-7B0M-ZC5T")
    for text in ("8f1k-20xa-7b0m-zc5t", " 8F1K20XA 7B0MZC5T", "8FIK-2OXA-7BOM-ZC5T", "8flk20xa7b0mzc5t"):
        assert hash_of("demo", text) == expected
    assert hash_of("demo", "8F1K-20XA-7B0M-ZC5V") != expected
    assert hash_of("demo2", "8F1K-20XA-7B0M-ZC5T") != expected
