"""The tree against RFC 6962's own recursive definition, and against its published hashes."""

from __future__ import annotations

import hashlib

import pytest

from answerable.audit.sign.merkle import Frontier, inclusion_proof, inclusion_proofs, leaf_hash, verify_inclusion

LEAVES = [bytes.fromhex(text) for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")]
LEAVES.append(bytes.fromhex("606162636465666768696a6b6c6d6e6f"))
"""The inputs of the reference implementation's test vectors (Certificate Transparency)."""
ROOTS = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}


def tree_hash(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1, as it is defined there."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return hashlib.sha256(b"\1" + tree_hash(leaves[:split]) + tree_hash(leaves[split:])).digest()


def path_of(index: int, leaves: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1."""
    if len(leaves) == 1:
        return []
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    if index < split:
        return [*path_of(index, leaves[:split]), tree_hash(leaves[split:])]
    return [*path_of(index - split, leaves[split:]), tree_hash(leaves[:split])]


def grown(leaves: list[bytes]) -> Frontier:
    frontier = Frontier()
    frontier.extend(leaves)
    return frontier


def some(count: int) -> list[bytes]:
    return [b"entry %d" % number for number in range(count)]


def test_the_published_roots() -> None:
    for size, root in ROOTS.items():
        assert grown(LEAVES[:size]).root.hex() == root == tree_hash(LEAVES[:size]).hex()
    assert Frontier().root == hashlib.sha256(b"").digest()


@pytest.mark.parametrize("size", range(1, 40))
def test_roots_and_proofs_are_the_definition_s(size: int) -> None:
    lines = some(size)
    hashes = [leaf_hash(line) for line in lines]
    root = tree_hash(lines)
    assert grown(lines).root == root
    proofs = inclusion_proofs(iter(hashes), range(size), size)
    for index in range(size):
        assert proofs[index] == path_of(index, lines) == inclusion_proof(hashes, index, size)
        assert verify_inclusion(hashes[index], index, size, proofs[index], root)


def test_a_proof_holds_for_its_leaf_its_place_and_its_root_alone() -> None:
    lines = some(11)
    hashes = [leaf_hash(line) for line in lines]
    root = tree_hash(lines)
    proof = inclusion_proof(hashes, 6, 11)
    assert not verify_inclusion(hashes[5], 6, 11, proof, root)
    assert not any(verify_inclusion(hashes[6], index, 11, proof, root) for index in range(-1, 12) if index != 6)
    assert not verify_inclusion(hashes[6], 6, 11, proof[:-1], root)
    assert not verify_inclusion(hashes[6], 6, 11, [*proof, proof[0]], root)
    assert not verify_inclusion(hashes[6], 6, 11, [proof[0][::-1], *proof[1:]], root)
    assert not verify_inclusion(hashes[6], 6, 11, proof, hashes[0])


def test_a_frontier_goes_on_from_what_was_kept_of_it() -> None:
    for cut in range(20):
        frontier = grown(some(cut))
        again = Frontier.from_json(cut, frontier.to_json())
        again.extend(some(33)[cut:])
        assert again.root == tree_hash(some(33))


@pytest.mark.parametrize(
    ("size", "peaks"), [(3, ["00" * 32]), (1, ["00" * 31]), (-1, []), (1, ["zz" * 32]), (0, ["00" * 32])]
)
def test_peaks_that_cannot_be_are_refused(size: int, peaks: list[str]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Frontier.from_json(size, peaks)


def test_no_proof_outside_the_tree() -> None:
    hashes = [leaf_hash(line) for line in some(4)]
    with pytest.raises(ValueError, match="outside"):
        inclusion_proof(hashes, 4, 4)
    with pytest.raises(ValueError, match="fewer"):
        inclusion_proof(hashes, 1, 5)
