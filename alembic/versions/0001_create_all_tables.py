"""create all tables"""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("language", AutoString(), nullable=True),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "idempotency_key",
        sa.Column("caller", AutoString(), nullable=False),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("path_hash", AutoString(), nullable=False),
        sa.Column("body_hash", AutoString(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("headers", sa.Text(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("caller", "key"),
    )
    with op.batch_alter_table("idempotency_key", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_idempotency_key_at"), ["at"], unique=False)

    op.create_table(
        "game",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("system", AutoString(), nullable=False),
        sa.Column("owner", AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("changed", UTCDateTime(), nullable=False),
        sa.Column("deleted_at", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["owner"],
            ["account.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_owner"), ["owner"], unique=False)

    op.create_table(
        "library_entry",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("account", AutoString(), nullable=False),
        sa.Column("system", AutoString(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("key", AutoString(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("search", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("source", AutoString(), nullable=False),
        sa.Column("lang", AutoString(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("changed", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["account.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("library_entry", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_library_entry_account"), ["account"], unique=False)
        batch_op.create_index(batch_op.f("ix_library_entry_system"), ["system"], unique=False)

    op.create_table(
        "login",
        sa.Column("hash", AutoString(), nullable=False),
        sa.Column("kind", AutoString(), nullable=False),
        sa.Column("account", AutoString(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("expires", UTCDateTime(), nullable=False),
        sa.Column("used", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["account.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )
    with op.batch_alter_table("login", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_login_account"), ["account"], unique=False)

    op.create_table(
        "token",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("account", AutoString(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("scope", AutoString(), nullable=False),
        sa.Column("hash", AutoString(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("expires", UTCDateTime(), nullable=True),
        sa.Column("last_used", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["account"], ["account.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_token_account"), ["account"], unique=False)

    op.create_table(
        "encounter",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("name", AutoString(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("changed", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("encounter", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_encounter_game_id"), ["game_id"], unique=False)

    op.create_table(
        "event",
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("by", AutoString(), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.Column("type", AutoString(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("seen", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number"),
        sa.UniqueConstraint("id"),
    )
    op.create_table(
        "share",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("role", AutoString(), nullable=False),
        sa.Column("creature", AutoString(), nullable=True),
        sa.Column("token_hash", AutoString(), nullable=False),
        sa.Column("parent", AutoString(), nullable=True),
        sa.Column("device", AutoString(), nullable=False),
        sa.Column("expires", UTCDateTime(), nullable=True),
        sa.Column("revoked", UTCDateTime(), nullable=True),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.Column("last_seen", UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["parent"], ["share.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("token_hash"),
    )
    with op.batch_alter_table("share", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_share_game_id"), ["game_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_share_parent"), ["parent"], unique=False)

    op.create_table(
        "snapshot",
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("schema_number", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number"),
    )
    op.create_table(
        "webhook",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("game_id", AutoString(), nullable=False),
        sa.Column("url", AutoString(), nullable=False),
        sa.Column("secret", AutoString(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("created", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("webhook", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_webhook_game_id"), ["game_id"], unique=False)

    op.create_table(
        "delivery",
        sa.Column("id", AutoString(), nullable=False),
        sa.Column("webhook_id", AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due", UTCDateTime(), nullable=False),
        sa.Column("done", UTCDateTime(), nullable=True),
        sa.Column("answer", AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["webhook_id"], ["webhook.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("delivery", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_delivery_due"), ["due"], unique=False)
        batch_op.create_index(batch_op.f("ix_delivery_webhook_id"), ["webhook_id"], unique=False)


def downgrade() -> None:

    with op.batch_alter_table("delivery", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_delivery_webhook_id"))
        batch_op.drop_index(batch_op.f("ix_delivery_due"))

    op.drop_table("delivery")
    with op.batch_alter_table("webhook", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_webhook_game_id"))

    op.drop_table("webhook")
    op.drop_table("snapshot")
    with op.batch_alter_table("share", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_share_parent"))
        batch_op.drop_index(batch_op.f("ix_share_game_id"))

    op.drop_table("share")
    op.drop_table("event")
    with op.batch_alter_table("encounter", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_encounter_game_id"))

    op.drop_table("encounter")
    with op.batch_alter_table("token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_token_account"))

    op.drop_table("token")
    with op.batch_alter_table("login", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_login_account"))

    op.drop_table("login")
    with op.batch_alter_table("library_entry", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_library_entry_system"))
        batch_op.drop_index(batch_op.f("ix_library_entry_account"))

    op.drop_table("library_entry")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_owner"))

    op.drop_table("game")
    with op.batch_alter_table("idempotency_key", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_idempotency_key_at"))

    op.drop_table("idempotency_key")
    op.drop_table("account")
