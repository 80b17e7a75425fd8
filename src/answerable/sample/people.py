"""Who buys: names, places, and addresses and telephone numbers that reach nobody.

E-mail uses the domains reserved for examples. Telephone numbers come from the ranges each country keeps for fiction;
South Korea keeps none, so its numbers start with a digit that no line there has.
"""

from __future__ import annotations

import unicodedata

from answerable.kernel.light_dataclass import dataclass
from answerable.sample.dice import Dice

__all__ = ["COUNTRIES", "EMAIL_DOMAINS", "Country", "email_name", "full_name", "phone_number"]


@dataclass(frozen=True, slots=True)
class Country:
    name: str
    share: int
    """Customers out of every hundred."""
    cities: tuple[tuple[str, int], ...]
    given: str
    family: str
    """Names with a space between them."""
    phone: str
    """Each `#` is one free digit."""


EMAIL_DOMAINS = ("example.com", "example.org", "example.net")

_ENGLISH_GIVEN = (
    "Olivia Emma Amelia Grace Hannah Chloe Ruby Nora Maya Julia James Oliver Henry Lucas Owen Samuel Daniel Thomas "
    "Aaron Marcus Priya Elena Victor Zoe"
)
_ENGLISH_FAMILY = (
    "Walker Bennett Carter Foster Hughes Morgan Parker Reed Sullivan Turner Watson Brooks Coleman Hayes Jenkins Kelly "
    "Murray Patel Rivera Singh Nguyen Okafor Ramos Fletcher"
)

COUNTRIES = (
    Country(
        "United States",
        30,
        (("New York", 5), ("Chicago", 3), ("Austin", 3), ("Seattle", 2), ("Denver", 2), ("Boston", 2)),
        _ENGLISH_GIVEN,
        _ENGLISH_FAMILY,
        "+1-202-555-01##",
    ),
    Country(
        "United Kingdom",
        16,
        (("London", 6), ("Manchester", 3), ("Bristol", 2), ("Leeds", 2), ("Edinburgh", 2)),
        _ENGLISH_GIVEN,
        _ENGLISH_FAMILY,
        "+44 20 7946 0###",
    ),
    Country(
        "Germany",
        15,
        (("Berlin", 5), ("Hamburg", 3), ("München", 3), ("Köln", 2), ("Leipzig", 1)),
        "Anna Lena Sophie Marie Jana Katrin Jürgen Lukas Felix Jonas Tobias Matthias Björn Karl Heike",
        "Müller Schmidt Schneider Fischer Weber Wagner Becker Hoffmann Schäfer Koch Richter Krüger Vogel",
        "+49 30 23125 ###",
    ),
    Country(
        "South Korea",
        12,
        (("Seoul", 6), ("Busan", 3), ("Incheon", 2), ("Daejeon", 1)),
        "Minjun Seoyeon Jihoon Jiwoo Hayoon Dohyun Soojin Yuna Eunji Sungmin Hyunwoo Chaewon Taeyang",
        "Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Seo Shin",
        "+82 2 0###-####",
    ),
    Country(
        "France",
        10,
        (("Paris", 5), ("Lyon", 3), ("Marseille", 2), ("Nantes", 1)),
        "Camille Chloé Léa Manon Inès Élodie Hugo Louis Théo Nathan Étienne Julien Mathieu Aurélie",
        "Martin Bernard Dubois Petit Durand Leroy Moreau Girard Lefèvre Mercier Fournier Garnier",
        "+33 1 99 00 ## ##",
    ),
    Country(
        "Canada",
        7,
        (("Toronto", 4), ("Montréal", 3), ("Vancouver", 2), ("Calgary", 1)),
        _ENGLISH_GIVEN,
        _ENGLISH_FAMILY,
        "+1-613-555-01##",
    ),
    Country(
        "Australia",
        5,
        (("Sydney", 4), ("Melbourne", 4), ("Brisbane", 2)),
        _ENGLISH_GIVEN,
        _ENGLISH_FAMILY,
        "+61 2 5550 ####",
    ),
    Country(
        "Sweden",
        3,
        (("Stockholm", 4), ("Göteborg", 2), ("Malmö", 1)),
        "Astrid Elsa Freja Ingrid Saga Oskar Axel Gustav Nils Viktor Åsa Björn",
        "Andersson Johansson Karlsson Nilsson Lindqvist Bergström Sjöberg Holm Åkesson",
        "+46 8 465 004 ##",
    ),
    Country(
        "Ireland",
        2,
        (("Dublin", 4), ("Cork", 2), ("Galway", 1)),
        "Aoife Ciara Niamh Saoirse Róisín Conor Cian Eoin Seán Declan",
        "Murphy O'Brien Byrne Ryan O'Connor Doyle Gallagher Nolan Quinn",
        "+353 20 911 ####",
    ),
)


def full_name(country: Country, dice: Dice) -> str:
    return f"{dice.pick(country.given.split())} {dice.pick(country.family.split())}"


def phone_number(country: Country, dice: Dice) -> str:
    return "".join(str(dice.below(10)) if sign == "#" else sign for sign in country.phone)


def email_name(name: str) -> str:
    """The part before the @: plain letters and dots."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "".join(letter for letter in plain.replace(" ", ".") if letter.isalpha() or letter == ".")
