"""SHARD: pools of d8 runes, two action phases by side, a health track, resource dice, a social grid."""

from pathlib import Path

from rules.core.amending import AmendRoll
from rules.core.commands.trackers import AddCondition
from rules.core.rolling import GameRoll, Roll, answer_difficulty
from rules.core.system import load_system
from rules.shard import (
    consequences,
    play_actions,
    play_amend,
    play_attack,
    play_award,
    play_burn,
    play_cast,
    play_challenge,
    play_conditions,
    play_damage,
    play_defence,
    play_dice,
    play_rest,
    play_roll,
    play_social,
    social,
)
from rules.shard.facts import FACTS
from rules.shard.questions import QUESTIONS
from rules.shard.rolls import ROLLS

SEAT_COMMANDS = (
    "act",
    "move_dice",
    "burn_ability",
    "restore_ability",
    "give_tactics",
    "sustain",
    "drop_spell",
    "keep_spells",
    "take_penalty",
    "plan",
    "intercept",
    "take_damage",
    "heal",
    "stabilise",
    "social_action",
)
GAME_ROLLS: dict[str, GameRoll] = {
    "challenge": play_challenge.challenge,
    "attack": play_attack.attack,
    "cast": play_cast.cast,
}

system = load_system(
    Path(__file__).parent,
    rolls=ROLLS,
    game_rolls=GAME_ROLLS,
    commands={
        Roll: play_roll.roll,
        AmendRoll: play_amend.amend_roll,
        AddCondition: play_conditions.add_condition,
        play_defence.AskDefence: play_defence.ask_defence,
        play_damage.TakeDamage: play_damage.take_damage,
        play_damage.TakePenalty: play_damage.take_penalty,
        play_damage.Heal: play_damage.heal,
        play_damage.Bleed: play_damage.bleed,
        play_damage.Stabilise: play_damage.stabilise,
        play_dice.MoveDice: play_dice.move_dice,
        play_dice.GiveTactics: play_dice.give_tactics,
        play_burn.BurnAbility: play_burn.burn_ability,
        play_burn.RestoreAbility: play_burn.restore_ability,
        play_actions.Act: play_actions.act,
        play_actions.Plan: play_actions.plan,
        play_actions.Intercept: play_actions.intercept,
        play_actions.SideInitiative: play_actions.side_initiative,
        play_cast.Sustain: play_cast.sustain,
        play_cast.DropSpell: play_cast.drop_spell,
        play_cast.KeepSpells: play_cast.keep_spells,
        play_rest.Rest: play_rest.rest,
        play_rest.March: play_rest.march,
        play_social.BeginSocial: play_social.begin_social,
        play_social.SocialAction: play_social.social_action,
        play_social.SocialTarget: play_social.social_target,
        play_social.ChangeSocial: play_social.change_social,
        play_social.SocialTrigger: play_social.social_trigger,
        play_social.LosePatience: play_social.lose_patience,
        play_social.SocialTurn: play_social.social_turn,
        play_social.EndSocial: play_social.end_social,
        play_award.AwardExperience: play_award.award_experience,
    },
    seat_commands=frozenset(SEAT_COMMANDS),
    own_notes=frozenset({play_actions.PLANS, play_dice.GIVEN}),
    open_notes={play_social.SOCIAL: social.open_note},
    answers={
        "difficulty": answer_difficulty,
        play_rest.RECOVERY: play_rest.answer_recovery,
        play_defence.DEFENCE: play_defence.answer_defence,
    },
    questions=QUESTIONS,
    tells={play_defence.DEFENCE: play_defence.tells},
    implied=consequences.implied,
    settle=consequences.settle,
    added=consequences.added,
    suffer=play_damage.suffer,
    round_end=consequences.round_end,
    decisions={
        "bleeding": play_damage.bled,
        "stabilise": play_damage.stabilised,
        "spell": play_cast.kept_or_lost,
        "fire": play_conditions.burned,
        "wounds": play_rest.wounds_close,
        "strain": play_rest.recovers,
    },
    due=consequences.due,
    due_answers={
        "bleeding": consequences.answer_bleeding,
        "penalty": consequences.answer_penalty,
        "fire": play_conditions.answer_fire,
        "spells": consequences.answer_spells,
    },
    due_drops={
        "penalty": consequences.drop_penalty,
        "bleeding": consequences.drop_bleeding,
        "fire": play_conditions.settled,
        "spells": consequences.drop_spells,
    },
    facts=FACTS,
)
