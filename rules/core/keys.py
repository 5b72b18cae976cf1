"""The keys of an event: paths of what it changes. Two steps clash where their keys do."""

from rules.core import events as e
from rules.core.state import TABLE


def keys(event: e.Event) -> tuple[str, ...]:
    """The paths that the event writes, and it writes nothing else."""
    match event:
        case e.GameBegan():
            return ("settings", "table", "game")
        case e.CreatureAdded(creature=creature):
            return (f"c/{creature.id}",)
        case e.CreatureChanged(id=id, changes=changes):
            return tuple(f"c/{id}/{field}" for field in changes)
        case e.CreatureRemoved(id=id):
            return (f"c/{id}/gone",)
        case e.TrackerSet(owner=owner, key=key):
            return (tracker_key(owner, key),)
        case e.ConditionSet(owner=owner, condition=condition):
            return (f"c/{owner}/conditions/{condition.id}",)
        case e.ConditionEnded(owner=owner, id=id):
            return (f"c/{owner}/conditions/{id}",)
        case e.ClockSet(clock=clock):
            return (f"clock/{clock.id}",)
        case e.ClockRemoved(id=id):
            return (f"clock/{id}",)
        case _:
            return _keys_of_order_and_log(event)


def _keys_of_order_and_log(event: e.Event) -> tuple[str, ...]:
    match event:
        case e.EncounterBegan(slots=slots):
            return ("order", *(f"c/{id}/slot" for id in slots))
        case e.EncounterEnded(ids=ids):
            return ("order", *(f"c/{id}/slot" for id in ids))
        case e.SlotSet(id=id):
            return (f"c/{id}/slot",)
        case e.RoundBegan():
            return ("order/round",)
        case e.TurnBegan(id=id):
            return ("order/active", "order/trail", f"c/{id}/slot")
        case e.TurnEnded():
            return ("order/active",)
        case e.OrderNoted(key=key):
            return (f"order/memory/{key}",)
        case e.MomentPassed():
            return ("time",)
        case e.PendingSet(pending=pending):
            return (f"pending/{pending.id}",)
        case e.PendingEnded(id=id):
            return (f"pending/{id}",)
        case e.SettingSet(key=key):
            return (key if key.startswith("game/") else f"settings/{key}",)
        case e.Rolled(who=who):
            return (roll_key(who.get("by")),)
        case e.Told() | e.Undone() | e.Redone():
            return ()
        case _:
            # the rest is answered by `keys`, which calls here only for these
            return ()


def tracker_key(owner: str, key: str) -> str:
    return f"table/{key}" if owner == TABLE else f"c/{owner}/trackers/{key}"


def roll_key(creature: str | None) -> str:
    return f"c/{creature}/roll" if creature else "roll"


def clash(one: str, other: str) -> bool:
    """Whether two paths are equal or one lies inside the other."""
    return one == other or one.startswith(other + "/") or other.startswith(one + "/")
