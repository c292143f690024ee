ALTER TABLE "events" DROP COLUMN "payload";--> statement-breakpoint
DELETE FROM "events";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "payload" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "event_streams" ADD COLUMN "listened_at" timestamp with time zone;
