"""Short words of a turn group: shortest words, commutators, powers and conjugates."""

from __future__ import annotations

import heapq
from math import lcm

from solver.puzzles.polyhedra.turn_group import (
    IDENTITY,
    Element,
    TurnGroup,
    Word,
    inverse,
    moved_stickers,
    support_size,
)

Words = dict[Element, Word]
EMPTY: Word = ()


def shortest(group: TurnGroup, count: int) -> Words:
    """Find about `count` elements nearest to the solved puzzle, with a shortest word for each."""
    found: Words = {IDENTITY: ()}
    frontier = [IDENTITY]
    while frontier and len(found) < count:
        further = []
        for element in frontier:
            for number in group.effective_turns:
                reached = element.translate(group.elements[number])
                if reached not in found:
                    found[reached] = (*found[element], number)
                    further.append(reached)
            if len(found) >= count:
                break
        frontier = further
    del found[IDENTITY]
    return found


def commutators(group: TurnGroup, first: Words, second: Words) -> Words:
    """Make a b a' b' of every two, with the shortest word that was found for each."""
    undone = [(b, inverse(b), word, group.inverse_word(word)) for b, word in second.items()]
    found: Words = {}
    for a, word in first.items():
        a_back, word_back = inverse(a), group.inverse_word(word)
        for b, b_back, other, other_back in undone:
            element = a.translate(b).translate(a_back).translate(b_back)
            length = 2 * (len(word) + len(other))
            if element != IDENTITY and (element not in found or length < len(found[element])):
                found[element] = word + other + word_back + other_back
    return found


def powers(group: TurnGroup, words: Words, longest: int) -> Words:
    """Return powers of each word that keep only its cycles of one length."""
    found: Words = {}
    for element, word in words.items():
        lengths = _cycle_lengths(element)
        for kept in lengths:
            times = lcm(*lengths - {kept})
            if times % kept == 0 or times == 1 or times * len(word) > longest:
                continue
            power, repeated = IDENTITY, EMPTY
            for _ in range(times):
                power, repeated = power.translate(element), group.concatenate(repeated, word)
            if power not in found or len(repeated) < len(found[power]):
                found[power] = repeated
    return found


def smallest_support(words: Words, count: int) -> Words:
    """Return the elements that move the fewest stickers, equal ones by length."""
    order = sorted(words, key=lambda element: (support_size(element), len(words[element])))
    return {element: words[element] for element in order[:count]}


def conjugates(group: TurnGroup, words: Words, longest: int, count: int) -> Words:
    """Return conjugates of words by setup turns, the shortest first (Dijkstra's order)."""
    queue = [(len(word), word, element) for element, word in words.items()]
    heapq.heapify(queue)
    found: Words = {}
    while queue and len(found) < count:
        _, word, element = heapq.heappop(queue)
        if element in found:
            continue
        found[element] = word
        for number in group.effective_turns:
            back = group.inverse_word((number,))
            around = group.concatenate(group.concatenate(back, word), (number,))
            turned = group.elements[back[0]].translate(element).translate(group.elements[number])
            if len(around) <= longest and turned not in found:
                heapq.heappush(queue, (len(around), around, turned))
    return found


def _cycle_lengths(element: Element) -> set[int]:
    lengths = set()
    waiting = set(moved_stickers(element))
    while waiting:
        start = waiting.pop()
        place, length = element[start], 1
        while place != start:
            waiting.remove(place)
            place, length = element[place], length + 1
        lengths.add(length)
    return lengths


def no_longer_than(words: Words, length: int) -> Words:
    """Return the words of at most a length."""
    return {element: word for element, word in words.items() if len(word) <= length}


def reduce_words(group: TurnGroup, words: Words) -> Words:
    """Merge the turns within each word."""
    return {element: group.reduce_word(word) for element, word in words.items()}


def by_length(*groups: Words) -> list[tuple[Element, Word]]:
    """Return words in order of their length."""
    every = [pair for words in groups for pair in words.items()]
    return sorted(every, key=lambda pair: len(pair[1]))
