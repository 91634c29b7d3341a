"""Codes are forgiving to type."""

from gateway.extras.codes.rules import hash_of


def test_hash_of_ignores_how_a_code_is_typed() -> None:
    for text in ("8f1k-20xa-7b0m-zc5t", " 8F1K20XA 7B0MZC5T", "8FIK-2OXA-7BOM-ZC5T", "8flk20xa7b0mzc5t"):
        assert hash_of(text) == hash_of("8F1K-20XA-7B0M-ZC5T")
