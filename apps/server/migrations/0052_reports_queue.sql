-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS "inquiries_queue_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "inquiries_queue_idx" ON "inquiries" USING btree ("state","is_last","created_at","id");
