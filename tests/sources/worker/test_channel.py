"""Frames on a real socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from answerable.sources.worker.frame_channel import Channel, ChannelClosed

Pair = tuple[Channel, Channel]


@pytest.fixture
def pair() -> Iterator[Pair]:
    ours, theirs = (Channel(end) for end in socket.socketpair())
    yield ours, theirs
    ours.close()
    theirs.close()


def test_held_frames_travel_with_the_next_one_in_order(pair: Pair) -> None:
    ours, theirs = pair
    ours.send({"n": 1}, b"columns", hold=True)
    assert not theirs.waits(0)
    ours.send({"n": 2}, b"", hold=True)
    ours.send({"n": 3})
    frames = [theirs.receive() for _ in range(3)]
    assert [(frame.message["n"], bytes(frame.payload)) for frame in frames] == [(1, b"columns"), (2, b""), (3, b"")]
    assert not theirs.waits(0)


def test_what_has_arrived_already_counts_as_waiting(pair: Pair) -> None:
    ours, theirs = pair
    ours.send({"n": 1}, hold=True)
    ours.send({"n": 2})
    theirs.receive()
    assert theirs.waits(0)


@pytest.mark.parametrize("size", [64 << 10, (64 << 10) + 1, 300_000])
def test_large_payloads_are_not_held(pair: Pair, size: int) -> None:
    ours, theirs = pair
    payload = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    ours.send({"n": 1}, payload, hold=True)
    assert theirs.waits(0)
    assert bytes(theirs.receive().payload) == payload


def test_looks_go_on_while_nothing_comes(pair: Pair) -> None:
    ours, theirs = pair
    looks = iter(range(3))

    def look() -> float:
        if next(looks) == 2:
            ours.send({"n": 1})
        return 0.0

    assert theirs.receive(look=look).message == {"n": 1}


def test_other_side_gone_ends_the_wait(pair: Pair) -> None:
    ours, theirs = pair
    ours.close()
    with pytest.raises(ChannelClosed):
        theirs.receive(look=lambda: 1.0)
