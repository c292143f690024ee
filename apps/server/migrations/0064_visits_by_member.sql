-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS "daily_visitors_member_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "daily_visitors_member_idx" ON "daily_visitors" USING btree ("member_id","day");
