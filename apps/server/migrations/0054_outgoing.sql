CREATE TABLE "outgoing" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"place" jsonb,
	"held_since" timestamp with time zone,
	"reason" text,
	CONSTRAINT "outgoing_one_row_check" CHECK ("outgoing"."id" = 1),
	CONSTRAINT "outgoing_held_check" CHECK (num_nulls("outgoing"."held_since", "outgoing"."reason") in (0, 2)),
	CONSTRAINT "outgoing_reason_check" CHECK ("outgoing"."reason" in ('RESTORED', 'MOVED', 'COPIED', 'READDRESSED', 'ASKED'))
);
