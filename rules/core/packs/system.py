"""What is wrong in a pack's ``system.toml``: names that lead nowhere, values that nothing understands, formulas."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from rules.core import checks, moments, system
from rules.core.errors import InvalidInput, RuleError
from rules.core.expression import parse
from rules.core.formula import Formula, order
from rules.core.orders import POLICIES
from rules.core.packs import FILE
from rules.core.packs.faults import Fault
from rules.core.packs.lines import Path as Place
from rules.core.packs.reading import convert, dotted, fields_of, read_file, said
from rules.core.packs.screen import faults_of_screen
from rules.core.system import ConditionSpec, DamageSpec, EffectSpec, LastsSpec, PersistsSpec, SystemData, TrackerSpec
from rules.core.trackers import KINDS

Finding = tuple[Place, str]

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")  # what a formula can name
CARD_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CREATURES = ("pc", "ally", "adversary", "environment")
VIEWERS = ("pc", "ally", "foe")
SEEN = ("public", "own", "vague", "gm")
COUNTS = ("marked", "left", "held")
STACKS = ("reasons", "highest", "merge", "add")
TONES = ("bad", "good")
DEEDS = ("move", "action", "reaction", "speak")  # what a condition may forbid besides rolls
MOMENTS = (*moments.MOMENTS, "session_end", *moments.TURN_EDGES, *moments.ROUND_EDGES)
ENDS = (*moments.MOMENTS, "session_end", *moments.ROUND_EDGES)  # a turn's edge needs somebody's turn: see lasts
HAPPENINGS = ("healed", "damaged")
REFRESHED = {
    "pool": ("full", "zero"),
    "flag": ("off",),
    "dice": ("spent", "exhausted", "depleted", "burned"),
}
STAND_INS: Mapping[str, object] = {"key": "pack", "name": "-", "document": "", "order": {"policy": "none"}}
SPECS = [value for name, value in vars(system).items() if name.endswith("Spec")]
FIELDS = fields_of(SystemData, *SPECS)


def read_system(folder: Path) -> tuple[SystemData | None, list[Fault]]:
    """The data of a pack, None where it cannot be understood, and every fault in it."""
    faults: list[Fault] = []
    path = folder / FILE
    if not path.is_file():
        return None, [Fault(path, 1, "is missing: every pack has one")]
    file = read_file(path, faults)
    if faults:
        return None, faults
    data, found = convert(SystemData, file.raw, FIELDS, STAND_INS)
    found += _findings(data) if data else []
    return data, [file.fault(place, f"{dotted(place)}: {what}") for place, what in found]


def _findings(data: SystemData) -> Iterator[Finding]:
    yield from _head(data)
    yield from _trackers(data)
    yield from _numbers(data)
    yield from _settings(data)
    yield from _rolls(data)
    for key, spec in data.conditions.items():
        place: Place = ("conditions", key)
        if not CARD_KEY.fullmatch(key):
            yield place, "a condition's key is small letters and digits with hyphens, as its card's"
        yield from (((*place, *inner), what) for inner, what in _condition(data, key, spec))
    yield from _circles(data)
    yield from ((("screen", *inner), what) for inner, what in faults_of_screen(data))
    yield from each_of(("report", "currencies"), data.report.currencies, [*data.table, *data.trackers])
    if data.damage is not None:
        yield from ((("damage", *inner), what) for inner, what in _damage(data, data.damage))


def one_of(place: Place, value: object, known: Collection[object]) -> Iterator[Finding]:
    """A finding where ``value`` is none of the known ones."""
    if value not in known:
        yield place, f"{value!r} is none of these: {', '.join(map(str, known))}"


def each_of(place: Place, values: Iterable[object], known: Collection[object]) -> Iterator[Finding]:
    for n, value in enumerate(values):
        yield from one_of((*place, n), value, known)


def _head(data: SystemData) -> Iterator[Finding]:
    if not re.fullmatch(system.PLAIN_KEY, data.key):
        yield ("key",), "a key is small letters, digits, - and _, 40 at most, a letter first"
    if not 1 <= len(data.name.strip()) <= 60:
        yield ("name",), "a name has 1 to 60 characters"
    yield from one_of(("order", "policy"), data.order.policy, POLICIES)
    yield from each_of(("order", "policies"), data.order.policies, POLICIES)
    if data.order.policy == "bump" or data.order.points is not None:
        yield from one_of(("order", "points"), data.order.points, pools(data))
    if not data.languages:
        yield ("languages",), "a pack speaks one language at least"
    for n, language in enumerate(data.languages):
        if not re.fullmatch(r"[a-z]{2,3}", language):
            yield ("languages", n), f"{language!r} is no language code such as en"
    if data.health is not None:
        yield from one_of(("health",), data.health, healths(data))
    yield from _sources(data)


def _sources(data: SystemData) -> Iterator[Finding]:
    for n, source in enumerate(data.sources):
        for name in ("document", "title", "licence"):
            if not source.get(name, "").strip():
                yield ("sources", n), f"a source has a {name}"
        for name in source.keys() - {"document", "title", "licence"}:
            yield ("sources", n, name), "there is no such field"
    if data.document not in [source.get("document") for source in data.sources]:
        yield ("document",), f"{data.document!r} is the document of none of the [[sources]]"


def healths(data: SystemData) -> list[str]:
    """The trackers of creatures that may tell how hurt one is."""
    return [key for key, spec in data.trackers.items() if spec.kind in ("pool", "track")]


def pools(data: SystemData) -> list[str]:
    """The trackers of creatures that count."""
    return [key for key, spec in data.trackers.items() if spec.kind == "pool"]


def _trackers(data: SystemData) -> Iterator[Finding]:
    for section, specs in (("table", data.table), ("trackers", data.trackers)):
        for key, spec in specs.items():
            place: Place = (section, key)
            if not NAME.fullmatch(key):
                yield place, "a tracker's key is small letters, digits and _, a letter first"
            if section == "trackers" and key in data.numbers:
                yield place, "a number has this key too"
            yield from (((*place, *inner), what) for inner, what in _tracker(spec))


def _tracker(spec: TrackerSpec) -> Iterator[Finding]:
    yield from one_of(("kind",), spec.kind, KINDS)
    yield from one_of(("counts",), spec.counts, COUNTS)
    yield from each_of(("of",), spec.of, CREATURES)
    for kind in spec.most:
        yield from one_of(("most", kind), kind, CREATURES)
    if isinstance(spec.start, str) and spec.start != "max":
        yield ("start",), "a tracker starts at a number or at 'max'"
    if spec.max is not None and not 0 <= spec.max <= 9999:
        yield ("max",), "a maximum is 0 to 9999"
    if isinstance(spec.start, int) and not 0 <= spec.start <= (9999 if spec.max is None else spec.max):
        yield ("start",), "the start lies outside of the tracker"
    if isinstance(spec.seen, str):
        yield from one_of(("seen",), spec.seen, SEEN)
    else:
        for side, how in spec.seen.items():
            yield from one_of(("seen", side), side, VIEWERS)
            yield from one_of(("seen", side), how, SEEN)
    yield from _refresh(spec)


def _refresh(spec: TrackerSpec) -> Iterator[Finding]:
    known = REFRESHED.get(spec.kind, ())
    for moment, how in spec.refresh.items():
        place: Place = ("refresh", moment)
        yield from one_of(place, moment, MOMENTS)
        if not known:
            yield place, f"nothing brings back a {spec.kind}"
        elif not (spec.kind == "pool" and type(how) is int and 0 <= how <= 9999):
            yield from one_of(place, how, known)


def _numbers(data: SystemData) -> Iterator[Finding]:
    known = {*data.numbers, *data.trackers}
    formulas = {}
    for key, spec in data.numbers.items():
        place: Place = ("numbers", key)
        if not NAME.fullmatch(key):
            yield place, "a number's key is small letters, digits and _, a letter first"
        yield from each_of((*place, "of"), spec.of, CREATURES)
        yield from each_of((*place, "needs"), spec.needs, data.numbers)
        if spec.least > spec.most:
            yield (*place, "least"), "the least is more than the most"
        if spec.start is not None and not spec.least <= spec.start <= spec.most:
            yield (*place, "start"), f"the start is not from {spec.least} to {spec.most}"
        yield from each_of((*place, "starts_as"), (spec.starts_as,) if spec.starts_as else (), data.numbers)
        if spec.formula is not None:
            found = list(formula((*place, "formula"), spec.formula, known))
            yield from found
            if not found:
                formulas[key] = Formula(spec.formula)
    yield from _formula_circle(formulas)


def formula(place: Place, text: str, known: Collection[str]) -> Iterator[Finding]:
    """What is wrong with a formula that may use these names."""
    try:
        names = Formula(text).names
    except RuleError as error:
        yield place, said(error.code, error.facts)
        return
    for name in sorted(names - set(known)):
        yield place, f"nothing is called {name!r}"


def _formula_circle(formulas: Mapping[str, Formula]) -> Iterator[Finding]:
    try:
        order(formulas)
    except RuleError as error:
        for name in error.facts["names"]:
            yield ("numbers", name, "formula"), "this formula hangs on itself, through others or not"


def _settings(data: SystemData) -> Iterator[Finding]:
    for key, spec in data.settings.items():
        place: Place = ("settings", key)
        if not NAME.fullmatch(key):
            yield place, "a setting's key is small letters, digits and _, a letter first"
        if spec.options:
            yield from one_of((*place, "default"), spec.default, spec.options)
        elif type(spec.default) is int and not spec.least <= spec.default <= spec.most:
            yield (*place, "default"), f"the default is not from {spec.least} to {spec.most}"


def _rolls(data: SystemData) -> Iterator[Finding]:
    taken = {"dice", *DEEDS, *MOMENTS, *HAPPENINGS, "damage", "take_damage"}
    for key, spec in data.rolls.items():
        if not NAME.fullmatch(key) or key in taken:
            yield ("rolls", key), "a roll's key is a word in small letters that means nothing else"
        if spec.number is not None:
            yield from one_of(("rolls", key, "number"), spec.number, data.numbers)


def _condition(data: SystemData, key: str, spec: ConditionSpec) -> Iterator[Finding]:
    yield from one_of(("stack",), spec.stack, STACKS)
    yield from one_of(("tone",), spec.tone, TONES)
    yield from each_of(("contains",), spec.contains, data.conditions)
    yield from each_of(("ends",), spec.ends, (*ENDS, *HAPPENINGS, *data.rolls))
    if spec.stack in ("highest", "add") and not spec.has_value:
        yield ("stack",), f"{spec.stack!r} compares values, and this condition has none (has_value)"
    if spec.when is not None:
        tops = [f"{pool}_max" for pool in pools(data)]
        yield from formula(("when",), spec.when, [*data.numbers, *data.trackers, *tops])
    yield from _due(data, spec)
    for n, lasts in enumerate(spec.lasts):
        yield from ((("lasts", n, *inner), what) for inner, what in _lasts(lasts))
    for n, effect in enumerate(spec.effects):
        yield from ((("effects", n, *inner), what) for inner, what in _effect(data, effect))


def _due(data: SystemData, spec: ConditionSpec) -> Iterator[Finding]:
    """What is due at a turn's edge: a roll that may end the condition, damage that it does."""
    if spec.recovery is not None:
        yield from one_of(
            ("recovery", "roll"), spec.recovery.roll, [key for key, roll in data.rolls.items() if roll.dc]
        )
        if spec.recovery.dc is not None:
            yield from formula(("recovery", "dc"), spec.recovery.dc, [*data.numbers, *data.trackers, "value"])
        if spec.recovery.by is not None and not (spec.has_value and spec.recovery.by > 0):
            yield ("recovery", "by"), "it takes 1 or more from the value of a condition that has one (has_value)"
    if spec.persists is not None:
        yield from _persists(data, spec, spec.persists)


def _persists(data: SystemData, spec: ConditionSpec, persists: PersistsSpec) -> Iterator[Finding]:
    if data.damage is None:
        yield ("persists",), "a game without [damage] has none that persists"
    elif persists.type is not None and data.damage.types:
        yield from one_of(("persists", "type"), persists.type, data.damage.types)
    if persists.dice is None and not spec.has_value:
        yield ("persists",), "without dice the condition's value is the damage, and this one has none (has_value)"
    if persists.dice is not None:
        try:
            parse(persists.dice)
        except InvalidInput:
            yield ("persists", "dice"), f"{persists.dice!r} is no dice expression such as 2d6+1"


def _lasts(spec: LastsSpec) -> Iterator[Finding]:
    if (spec.edge is None) == (spec.minutes is None):
        yield (), "a duration has either an edge or minutes"
    if spec.edge is not None:
        yield from one_of(("edge",), spec.edge, (*moments.MOMENTS, *moments.TURN_EDGES, *moments.ROUND_EDGES))
    if spec.turns is not None and (spec.rounds is not None or spec.edge not in moments.TURN_EDGES):
        yield ("turns",), "turns go with an edge of a turn, and without rounds"
    if spec.rounds is not None and spec.edge not in moments.TURN_EDGES + moments.ROUND_EDGES:
        yield ("rounds",), "rounds go with an edge of a turn or a round"
    for name, most in (("turns", 100), ("rounds", 100), ("minutes", 1_000_000)):
        value = getattr(spec, name)
        if value is not None and not 1 <= value <= most:
            yield (name,), f"from 1 to {most}"


def _effect(data: SystemData, spec: EffectSpec) -> Iterator[Finding]:
    yield from one_of(("to",), spec.to, ("self", "against"))
    yield from one_of(("op",), spec.op, ("add", "set"))
    yield from one_of(("versus",), spec.versus, (None, "source"))
    yield from each_of(("on",), spec.on, (*data.rolls, "damage", *DEEDS))
    yield from _axis(data, spec)
    yield from each_of(("needs",), spec.needs, _tags(data, spec))
    yield from formula(("amount",), spec.amount, [*data.numbers, *data.trackers, "value"])
    if not spec.on:
        yield ("on",), "this effect is on nothing"


def _axis(data: SystemData, spec: EffectSpec) -> Iterator[Finding]:
    """Only what is really applied: another axis would be a promise that nothing keeps."""
    for kind in spec.on:
        known = (*checks.AXES, "can") if kind in data.rolls else ("damage",) if kind == "damage" else ("can", "speed")
        if kind in (*data.rolls, "damage", *DEEDS) and spec.axis not in known:
            yield ("axis",), f"{spec.axis!r} of {kind!r} is none of these: {', '.join(known)}"
    if spec.axis == "can" and spec.op != "set":
        yield ("op",), "'can' is set: to 0 where it is forbidden"
    if "damage" in spec.on and spec.to != "against":
        yield ("to",), "damage is taken by the one who has the condition: to = 'against'"


def _tags(data: SystemData, spec: EffectSpec) -> list[str]:
    tags = [tag for kind in spec.on if kind in data.rolls for tag in data.rolls[kind].tags]
    damage = data.damage if "damage" in spec.on else None
    return [*dict.fromkeys(tags), *((*damage.types, *damage.groups) if damage else ())]


def _circles(data: SystemData) -> Iterator[Finding]:
    """Conditions that contain themselves."""
    for key in data.conditions:
        inside, left = set[str](), list(data.conditions[key].contains)
        while left:
            inner = left.pop()
            if inner in data.conditions and inner not in inside:
                inside.add(inner)
                left += data.conditions[inner].contains
        if key in inside:
            yield ("conditions", key, "contains"), "this condition contains itself, through others or not"


def _damage(data: SystemData, spec: DamageSpec) -> Iterator[Finding]:
    if not spec.pools:
        yield ("pools",), "damage needs a pool that takes it"
    yield from each_of(("pools",), spec.pools, pools(data))
    if spec.armor is not None:
        yield from one_of(("armor",), spec.armor, data.numbers)
    for group, types in spec.groups.items():
        yield from each_of(("groups", group), types, spec.types)
        if group in spec.types:
            yield ("groups", group), "a damage type has this name too"
    yield from each_of(("past_armor",), spec.past_armor, (*spec.types, *spec.groups))
    for place, values in ((("types",), spec.types), (("steps",), spec.steps), (("pools",), spec.pools)):
        if len(set(values)) < len(values):
            yield place, "something stands twice here"
