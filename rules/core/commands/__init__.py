"""What may be asked for in every game: the shapes of the commands and what each does."""

from rules.core.commands.base import Command, Rolling, read_command
from rules.core.commands.table import CORE_COMMANDS

__all__ = ["CORE_COMMANDS", "Command", "Rolling", "read_command"]
