"""Daggerheart: duality dice, Hope and Fear, the spotlight, thresholds, countdowns."""

from pathlib import Path

from rules.core import amending, rolling
from rules.core.rolling import answer_difficulty
from rules.core.system import load_system
from rules.daggerheart import (
    consequences,
    falling_minions,
    play_action,
    play_armor,
    play_attack,
    play_conditions,
    play_damage,
    play_death,
    play_downtime,
    play_fear,
    play_gm,
    play_group,
    play_help,
    play_level,
    play_resources,
    play_rest,
    play_tag_offer,
    play_tag_team,
    taking_damage,
)
from rules.daggerheart.budget import budget
from rules.daggerheart.facts import FACTS
from rules.daggerheart.improvised import improvised
from rules.daggerheart.play_death import DEATH_GAME_ROLLS, DEATH_ROLLS
from rules.daggerheart.questions import QUESTIONS
from rules.daggerheart.rolls import ROLLS

SEAT_COMMANDS = (
    "mark_stress",
    "spend_hope",
    "use_feature",
    "request_spotlight",
    "death_move",
    "help_ally",
    "offer_tag_team",
    "wear_armor",
    "level_up",
)

system = load_system(
    Path(__file__).parent,
    rolls={**ROLLS, **DEATH_ROLLS},
    game_rolls={
        "action": play_action.action,
        "adversary_attack": play_attack.adversary_attack,
        "damage": play_damage.damage,
        "take_damage": taking_damage.reckoning,
        **DEATH_GAME_ROLLS,
    },
    commands={
        rolling.Roll: play_help.roll,
        amending.AmendRoll: play_help.amend_roll,
        taking_damage.TakeDamage: taking_damage.take_damage,
        play_conditions.AddCondition: play_conditions.add_condition,
        play_conditions.ClearCondition: play_conditions.clear_condition,
        play_resources.MarkStress: play_resources.mark_stress,
        play_resources.SpendHope: play_resources.spend_hope,
        play_resources.UseFeature: play_resources.use_feature,
        play_resources.RequestSpotlight: play_resources.request_spotlight,
        play_help.HelpAlly: play_help.help_ally,
        play_group.GroupRoll: play_group.group_roll,
        play_group.AskReactions: play_group.ask_reactions,
        play_tag_team.TagTeam: play_tag_team.tag_team,
        play_tag_offer.OfferTagTeam: play_tag_offer.offer_tag_team,
        play_death.DeathMove: play_death.death_move,
        play_rest.Rest: play_rest.rest,
        play_downtime.ExtendedDowntime: play_downtime.extended_downtime,
        play_level.LevelUp: play_level.level_up,
        play_armor.WearArmor: play_armor.wear_armor,
        play_gm.GmMove: play_gm.gm_move,
        play_fear.SpendFear: play_fear.spend_fear,
        play_fear.StartCampaign: play_fear.start_campaign,
        play_gm.Improvise: play_gm.improvise,
    },
    seat_commands=frozenset(SEAT_COMMANDS),
    answers={
        "difficulty": answer_difficulty,
        "armor_slot": taking_damage.answer_armor_slot,
        "help": play_help.answer_help,
        play_group.REACTION: play_group.answer_reaction,
        "minions": falling_minions.answer_minions,
        "tag_team": play_tag_team.answer_choice,
        play_tag_offer.OFFER: play_tag_offer.answer_offer,
        "last_action": play_death.answer_last_action,
        "risk_it_all": play_death.answer_split,
    },
    due_answers={"death_move": play_death.answer_owed, "gm_move": play_gm.answer_gm_move},
    due_drops={"gm_move": play_gm.drop_gm_move},
    questions=QUESTIONS,
    own_notes=frozenset({play_help.HELP}),
    standing=play_damage.standing,
    implied=consequences.implied,
    settle=consequences.settle,
    due=consequences.due,
    turn_start=consequences.turn_start,
    moment=consequences.moment,
    improvise=improvised,
    budget=budget,
    facts=FACTS,
)
