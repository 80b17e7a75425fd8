"""One text at a time: is it an e-mail address, a phone number, a national id, a card, an IBAN, a secret?"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable

from answerable.sensitive import checksums

__all__ = ["KNOWN_SECRETS", "SHAPES"]

_EMAIL = re.compile(r"(?:[^<>@\s\"]{1,40} )*<?[\w.+'%-]{1,64}@(?:[\w-]{1,63}\.){1,6}[^\W\d_]{2,24}>?")


def is_email(text: str) -> bool:
    return len(text) <= 320 and _EMAIL.fullmatch(text) is not None


_EXTENSION = r"(?:\s?(?:x|ext\.?|#)\s?\d{1,6})?"
_PHONES = tuple(
    re.compile(pattern + _EXTENSION, re.IGNORECASE)
    for pattern in (
        r"\+\d{1,3}[\s.()/-]*(?:\d[\s.()/-]{0,3}){6,13}\d",
        r"00[1-9]\d{0,2}[\s./-](?:\d[\s./-]?){6,12}\d",
        r"(?:1[\s.-]|\+?1[\s.-]?|001[\s.-])?(?:\([2-9]\d{2}\)\s?|[2-9]\d{2}[\s.-])\d{3}[\s.-]\d{4}",
        r"\(0\d{1,5}\)[\s/-]?\d[\d\s-]{3,10}\d",
        r"0[1-9]\d{0,4}(?:[\s./-]\d{2,8}){1,5}",
        r"01[016789]\d{7,8}",
        r"[6-9]\d{4}[\s-]\d{5}",
    )
)
_DATE = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?!\d)")


def is_phone(text: str) -> bool:
    if len(text) > 40 or not any(pattern.fullmatch(text) for pattern in _PHONES) or _DATE.match(text):
        return False
    number: str = re.split("x|ext|#", text.lower())[0]
    return 8 <= sum(character.isdigit() for character in number) <= 15


def _is_ssn(text: str) -> bool:
    return re.fullmatch(r"(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}", text) is not None


def _is_nino(text: str) -> bool:
    bare = text.replace(" ", "").upper()
    pattern = r"(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]"
    return re.fullmatch(pattern, bare) is not None


def _checked(pattern: str, check: Callable[[str], bool], separators: str = r"[\s.\-/]") -> Callable[[str], bool]:
    whole = re.compile(pattern)

    def matches(text: str) -> bool:
        bare = re.sub(separators, "", text).upper()
        return whole.fullmatch(bare) is not None and check(bare)

    return matches


_CODICE_FISCALE = re.compile(r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]")
_NATIONAL_IDS: tuple[Callable[[str], bool], ...] = (
    _is_ssn,
    _is_nino,
    _checked(r"\d{6}[0-9]\d{6}", checksums.korean_rrn, r"-"),
    _checked(r"\d{11}", checksums.german_tax_id, r"[\s/]"),
    _checked(r"[XYZ]?\d{7,8}[A-Z]", lambda text: len(text) == 9 and checksums.spanish_dni(text)),
    _checked(r"[12]\d{14}", checksums.french_nir, r"\s"),
    _checked(r"\d{11}", checksums.cpf, r"[.-]"),
    _checked(r"\d{11}", checksums.pesel, r"\s"),
    _checked(r"\d{17}[\dX]", checksums.chinese_id, r"\s"),
    _checked(r"\d{12}", checksums.aadhaar, r"[\s-]"),
    lambda text: _CODICE_FISCALE.fullmatch(text.upper()) is not None,
)


def is_national_id(text: str) -> bool:
    return 9 <= len(text) <= 24 and any(shape(text) for shape in _NATIONAL_IDS)


_CARD = re.compile(
    r"4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}"
    r"|3(?:0[0-5]|[689]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17}"
)


def is_card(text: str) -> bool:
    bare = re.sub(r"[ -]", "", text)
    return len(text) <= 24 and _CARD.fullmatch(bare) is not None and checksums.luhn(bare)


def is_iban(text: str) -> bool:
    bare = text.replace(" ", "").upper()
    return re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", bare) is not None and checksums.iban(bare)


KNOWN_SECRETS = (
    r"(?:A3T[A-Z0-9]|AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}"
    r"|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[\w-]{16,}"
    r"|sk-[A-Za-z0-9_-]{16,}|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|xox[abeprs]-[A-Za-z0-9-]{10,}"
    r"|AIza[\w-]{30,}|ya29\.[\w-]{20,}|npm_[A-Za-z0-9]{30,}|SG\.[\w-]{16,}\.[\w-]{16,}"
    r"|eyJ[\w-]{5,2000}(?:\.|%2[Ee])eyJ[\w-]{5,4000}(?:\.|%2[Ee])[\w-]*"
    r"|\$(?:2[abxy]?|argon2(?:id?|d)|[156]|scrypt|pbkdf2[\w-]{0,20})\$\S{10,}|pbkdf2_\w{1,20}\$\d{1,9}\$\S+"
)
"""Tokens that are known by how they begin. Every part that may fail is bounded, so that searching a text takes linear
time."""
_SECRETS = re.compile(KNOWN_SECRETS)
_PEM = re.compile(r"-----BEGIN [A-Z ]*(?:KEY|CERTIFICATE)")
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F]{32,}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{32,}={0,2}")


def is_secret(text: str) -> bool:
    text = text[:4_096]
    if _SECRETS.fullmatch(text) or _PEM.match(text):
        return True
    if _HEX.fullmatch(text):
        return _entropy(text.lower()) > 2.8
    return _BASE64.fullmatch(text) is not None and _is_mixed(text) and _entropy(text) > 4.0


def _is_mixed(text: str) -> bool:
    """Capitals, small letters and digits: words joined by hyphens and UUIDs lack one of these."""
    return all(re.search(letters, text) for letters in ("[A-Z]", "[a-z]", r"\d"))


def _entropy(text: str) -> float:
    """Bits a character."""
    counted = Counter(text).values()
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counted)


SHAPES: dict[str, Callable[[str], bool]] = {
    "email": is_email,
    "national_id": is_national_id,
    "card": is_card,
    "iban": is_iban,
    "phone": is_phone,
    "secret": is_secret,
}
"""In the order they are tried; a text is of the first kind that fits."""
