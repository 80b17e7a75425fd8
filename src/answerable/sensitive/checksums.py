"""Check digits of the numbers people are known by; each takes the bare digits or characters."""

from __future__ import annotations

from datetime import date

__all__ = [
    "aadhaar",
    "chinese_id",
    "cpf",
    "date_of",
    "french_nir",
    "german_tax_id",
    "iban",
    "korean_rrn",
    "luhn",
    "pesel",
    "spanish_dni",
    "weighted_sum",
]


def luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def iban(text: str) -> bool:
    """ISO 13616: country and check digits to the end, letters as numbers from 10, remainder 1."""
    turned = text[4:] + text[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


def weighted_sum(digits: str, weights: tuple[int, ...]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


def korean_rrn(digits: str) -> bool:
    if not date_of({"1": 19, "2": 19, "5": 19, "6": 19, "9": 18, "0": 18}.get(digits[6], 20), digits):
        return False
    return (11 - weighted_sum(digits, (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)) % 11) % 10 == int(digits[12])


def date_of(century: int, digits: str) -> date | None:
    """The day that `yymmdd…` begins with."""
    try:
        return date(century * 100 + int(digits[:2]), int(digits[2:4]), int(digits[4:6]))
    except ValueError:
        return None


def german_tax_id(digits: str) -> bool:
    """ISO 7064 MOD 11,10; among the first ten digits exactly one occurs two or three times."""
    repeated = [digits[:10].count(digit) for digit in set(digits[:10])]
    if digits[0] == "0" or sum(count > 1 for count in repeated) != 1 or max(repeated) > 3:
        return False
    product = 10
    for digit in digits[:10]:
        product = ((int(digit) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[10])


def spanish_dni(text: str) -> bool:
    number = text[:-1].translate(str.maketrans("XYZ", "012"))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == text[-1]


def french_nir(digits: str) -> bool:
    return digits[0] in "12" and 97 - int(digits[:13]) % 97 == int(digits[13:])


def cpf(digits: str) -> bool:
    if len(set(digits)) == 1:
        return False
    return all(
        weighted_sum(digits, tuple(range(length + 1, 1, -1))) * 10 % 11 % 10 == int(digits[length])
        for length in (9, 10)
    )


def pesel(digits: str) -> bool:
    month = int(digits[2:4]) % 20
    if not (1 <= month <= 12 and 1 <= int(digits[4:6]) <= 31):
        return False
    return (10 - weighted_sum(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10) % 10 == int(digits[10])


def chinese_id(text: str) -> bool:
    if not date_of(int(text[6:8]), text[8:14]):
        return False
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return "10X98765432"[weighted_sum(text[:17], weights) % 11] == text[17].upper()


_VERHOEFF_STEPS = (
    "0123456789",
    "1576283094",
    "5803796142",
    "8916043527",
    "9453126870",
    "4286573901",
    "2793806415",
    "7046913258",
)


def aadhaar(digits: str) -> bool:
    """Verhoeff's check digit, worked out in the dihedral group of ten elements."""
    state = 0
    for place, digit in enumerate(reversed(digits)):
        state = _dihedral(state, int(_VERHOEFF_STEPS[place % 8][int(digit)]))
    return digits[0] not in "01" and state == 0


def _dihedral(left: int, right: int) -> int:
    if left < 5:
        return (left + right) % 5 if right < 5 else (left + right - 5) % 5 + 5
    return (left - 5 - right) % 5 + 5 if right < 5 else (left - right) % 5
