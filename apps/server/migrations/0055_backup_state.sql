CREATE TABLE "backup_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"tried_at" timestamp with time zone,
	"server" text,
	"succeeded_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"failure" text,
	"daily_at" timestamp with time zone,
	CONSTRAINT "backup_state_one_row" CHECK ("backup_state"."id" = 1),
	CONSTRAINT "backup_state_failure_check" CHECK ("backup_state"."failure" in ('DISK_FULL', 'FOLDER', 'DATABASE', 'STORE', 'SECRET', 'BUSY', 'DAMAGED', 'INTERRUPTED', 'MISSED', 'OTHER'))
);
