"""How many complete requests a process works on at once. Requests over the limit get 503 with `Retry-After`.

A stream takes a place for as long as it is open, anything else until its answer is made: with the places, threads and
connections of the store are bounded too.
Some places are kept for people who have signed in, and neither one address nor one person can take them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.web.intake.known_clients import address_of, person_of
from answerable.web.intake.refused_requests import Application, Receive, Send, refuse

__all__ = ["MOST_CONVERSING", "MOST_OTHERS", "CrowdLimit"]

MOST_CONVERSING = 200
"""Open questions and approvals, those that wait for their turn included."""
MOST_OTHERS = 50
"""Everything else: pages, files, lists. Short, and never behind those who wait for an answer."""
STRANGERS_SHARE = 0.7
"""Of the places, for all who have not shown who they are. The rest is kept for the signed-in."""
ONES_SHARE = 0.5
"""Of the places, for one address without an account, or for one person."""
CONVERSING = "/api/chat"


@dataclass
class _Places:
    most: int
    taken: int = 0
    by_strangers: int = 0
    by_one: Counter[str] = field(default_factory=Counter)

    def take(self, person: str | None, who: str) -> bool:
        """Whether there was one."""
        is_full = self.taken >= self.most or self.by_one[who] >= _share(self.most, ONES_SHARE)
        if is_full or (person is None and self.by_strangers >= _share(self.most, STRANGERS_SHARE)):
            return False
        self._move(person, who, 1)
        return True

    def give_back(self, person: str | None, who: str) -> None:
        self._move(person, who, -1)
        if not self.by_one[who]:
            del self.by_one[who]

    def _move(self, person: str | None, who: str, by: int) -> None:
        self.taken += by
        self.by_one[who] += by
        self.by_strangers += by if person is None else 0


@dataclass
class _Place:
    places: _Places
    person: str | None
    who: str
    is_taken: bool = True

    def give_back(self) -> None:
        """Once."""
        if self.is_taken:
            self.is_taken = False
            self.places.give_back(self.person, self.who)


class CrowdLimit:
    def __init__(
        self,
        application: Application,
        most_conversing: int = MOST_CONVERSING,
        most_others: int = MOST_OTHERS,
        cookie_name: str = "",
    ) -> None:
        self._application = application
        self._cookie_name = cookie_name
        self._places = {True: _Places(most_conversing), False: _Places(most_others)}

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        places = self._places[scope["path"].startswith(CONVERSING)]
        person = person_of(scope, self._cookie_name)
        who = f"person {person}" if person else f"address {address_of(scope)}"
        if not places.take(person, who):
            await refuse(scope, send, 503)
            return
        place = _Place(places, person, who)

        async def send_on(message: Mapping[str, Any]) -> None:
            if _is_made(message):  # the work is done: a client that reads slowly, or not at all, holds up nobody
                place.give_back()
            await send(message)

        try:
            await self._application(scope, receive, send_on)
        finally:
            place.give_back()


def _is_made(message: Mapping[str, Any]) -> bool:
    """The head of an answer whose length is known; streams have none."""
    is_head = message["type"] == "http.response.start"
    return is_head and any(name.lower() == b"content-length" for name, _ in message.get("headers", ()))


def _share(most: int, share: float) -> int:
    """A crowd too small to be shared is not."""
    return max(1, round(most * share)) if most >= 10 else most
