DELETE FROM "mail_queue" WHERE "sent_at" IS NOT NULL;--> statement-breakpoint
SELECT graphile_worker.add_job('email', json_build_object('id', "id", 'attempt', 1)) FROM "mail_queue";--> statement-breakpoint
DROP INDEX "mail_queue_due_idx";--> statement-breakpoint
ALTER TABLE "mail_queue" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "mail_queue" DROP COLUMN "next_attempt_at";--> statement-breakpoint
ALTER TABLE "mail_queue" DROP COLUMN "last_error";--> statement-breakpoint
ALTER TABLE "mail_queue" DROP COLUMN "sent_at";