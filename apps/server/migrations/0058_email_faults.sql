-- without a transaction
-- migration-check: repeat because a column that is there already is left alone
ALTER TABLE "inquiries" ADD COLUMN IF NOT EXISTS "email_log_ids" bigint[] DEFAULT '{}'::bigint[] NOT NULL;--> statement-breakpoint
-- migration-check: repeat because a column that is there already is left alone
ALTER TABLE "email_log" ADD COLUMN IF NOT EXISTS "former_owner_id" bigint;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "email_log_faults_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "email_log_faults_idx" ON "email_log" USING btree ("tried_at") WHERE "email_log"."is_unclear" or "email_log"."state" = 'FAILED';
