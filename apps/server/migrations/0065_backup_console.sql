CREATE TABLE "backup_archives" (
	"name" text PRIMARY KEY NOT NULL,
	"server" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	"kind" text NOT NULL,
	"version" text,
	"is_encrypted" boolean NOT NULL,
	"proved_at" timestamp with time zone,
	"proof_failure" text,
	CONSTRAINT "backup_archives_kind_check" CHECK ("backup_archives"."kind" in ('AUTO', 'MANUAL', 'UPGRADE')),
	CONSTRAINT "backup_archives_proof_failure_check" CHECK ("backup_archives"."proof_failure" in ('NONE', 'LOCKED', 'RIGHT', 'DISK_FULL', 'DAMAGED', 'DIFFERENT', 'DATABASE', 'SECRET', 'INTERRUPTED', 'MISSED', 'OTHER'))
);
--> statement-breakpoint
CREATE TABLE "backup_downloads" (
	"member_id" bigint PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_proof" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"tried_at" timestamp with time zone,
	"server" text,
	"archive" text,
	"proved_at" timestamp with time zone,
	"proved_archive" text,
	"seconds" integer DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"files" bigint DEFAULT 0 NOT NULL,
	"faults" bigint DEFAULT 0 NOT NULL,
	"failed_at" timestamp with time zone,
	"failure" text,
	"every_hours" integer,
	"scheduled_at" timestamp with time zone,
	"scheduled_server" text,
	CONSTRAINT "backup_proof_one_row" CHECK ("backup_proof"."id" = 1),
	CONSTRAINT "backup_proof_failure_check" CHECK ("backup_proof"."failure" in ('NONE', 'LOCKED', 'RIGHT', 'DISK_FULL', 'DAMAGED', 'DIFFERENT', 'DATABASE', 'SECRET', 'INTERRUPTED', 'MISSED', 'OTHER'))
);
--> statement-breakpoint
CREATE TABLE "backup_steps" (
	"kind" text PRIMARY KEY NOT NULL,
	"step" text NOT NULL,
	"done" bigint NOT NULL,
	"total" bigint,
	CONSTRAINT "backup_steps_kind_check" CHECK ("backup_steps"."kind" in ('BACKUP', 'PROOF')),
	CONSTRAINT "backup_steps_step_check" CHECK ("backup_steps"."step" in ('TABLES', 'FILES', 'READING', 'RESTORING', 'COMPARING'))
);
--> statement-breakpoint
ALTER TABLE "backup_downloads" ADD CONSTRAINT "backup_downloads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;