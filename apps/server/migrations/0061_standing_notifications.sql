-- without a transaction
-- migration-check: repeat because a column that is there already is left alone
ALTER TABLE "notifications" ADD COLUMN IF NOT EXISTS "causes" bigint[];--> statement-breakpoint
-- migration-check: repeat because a column that is there already is left alone
ALTER TABLE "notifications" ADD COLUMN IF NOT EXISTS "lost" bigint[];--> statement-breakpoint
-- migration-check: repeat because a column that is there already is left alone
ALTER TABLE "notifications" ADD COLUMN IF NOT EXISTS "gone_at" timestamp with time zone;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notifications_about_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_about_idx" ON "notifications" USING btree ("post_id") WHERE "notifications"."post_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notifications_causes_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_causes_idx" ON "notifications" USING gin ("causes") WHERE "notifications"."sub_type" = 'followed-board';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "notifications_handled_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_handled_idx" ON "notifications" USING btree ("member_id") WHERE "notifications"."sub_type" in ('blinded', 'content-handled');
