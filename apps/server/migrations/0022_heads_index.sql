-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS "posts_head_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_head_idx" ON "posts" USING btree ("head_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."deleted_at" is null and "posts"."blinded_at" is null and "posts"."head_id" is not null;
