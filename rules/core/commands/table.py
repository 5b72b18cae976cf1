"""Every command of the core and what carries it out. A game adds its own beside these."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.commands import checkpoints, clocks, creatures, encounter, order, own_trackers, parking, play, trackers
from rules.core.commands.base import Command
from rules.core.draft import Draft

Handler = Callable[[Draft, Any], None]

CORE_COMMANDS: Mapping[type[Command], Handler] = {
    creatures.AddCreature: creatures.add_creature,
    creatures.AddCreatures: creatures.add_creatures,
    creatures.ChangeCreature: creatures.change_creature,
    creatures.RemoveCreature: creatures.remove_creature,
    creatures.Reveal: creatures.reveal,
    creatures.Hide: creatures.hide,
    creatures.BringWave: creatures.bring_wave,
    parking.Park: parking.park,
    parking.Resume: parking.resume,
    parking.ClearEnemies: parking.clear_enemies,
    trackers.SetTracker: trackers.set_tracker,
    trackers.AdjustTracker: trackers.adjust_tracker,
    own_trackers.AddTracker: own_trackers.add_tracker,
    own_trackers.RemoveTracker: own_trackers.remove_tracker,
    trackers.AddCondition: trackers.add_condition,
    trackers.ChangeCondition: trackers.change_condition,
    trackers.EndCondition: trackers.end_condition,
    clocks.AddClock: clocks.add_clock,
    clocks.AdvanceClock: clocks.advance_clock,
    clocks.RemoveClock: clocks.remove_clock,
    encounter.StartEncounter: encounter.start_encounter,
    encounter.EndEncounter: encounter.end_encounter,
    encounter.BeginTurn: encounter.begin_turn,
    encounter.EndTurn: encounter.end_turn,
    encounter.NextRound: encounter.next_round,
    encounter.MoveInOrder: encounter.move_in_order,
    encounter.AddRow: encounter.add_row,
    encounter.RemoveRow: encounter.remove_row,
    order.Delay: order.delay,
    order.Ready: order.ready,
    order.ChangeOrder: order.change_order,
    order.SetScores: order.set_scores,
    play.Note: play.note,
    play.Suggest: play.suggest,
    play.Refuse: play.refuse,
    play.Drop: play.drop,
    play.ChangeSetting: play.change_setting,
    play.RenameGame: play.rename_game,
    play.BeginSession: play.begin_session,
    play.EndSession: play.end_session,
    play.BeginScene: play.begin_scene,
    play.EndScene: play.end_scene,
    play.RenameScene: play.rename_scene,
    play.PassTime: play.pass_time,
    play.Show: play.show,
    play.TakeAway: play.take_away,
    play.HoldView: play.hold_view,
    checkpoints.SetCheckpoint: checkpoints.set_checkpoint,
    checkpoints.RenameCheckpoint: checkpoints.rename_checkpoint,
    checkpoints.RemoveCheckpoint: checkpoints.remove_checkpoint,
}
