ALTER TABLE "uploads" ADD COLUMN "copied_from" text;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "copied_from" text;
