-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS "posts_likes_idx";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_likes_idx" ON "posts" USING btree ("board_type","like_count" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."deleted_at" is null and "posts"."blinded_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "posts_comments_idx";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_comments_idx" ON "posts" USING btree ("board_type","comment_count" DESC NULLS LAST,"created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."deleted_at" is null and "posts"."blinded_at" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "posts_unanswered_idx";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_unanswered_idx" ON "posts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "posts"."deleted_at" is null and "posts"."blinded_at" is null and "posts"."board_type" = 'QNA' and "posts"."accepted_comment_id" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "posts_market_idx";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "posts_market_idx" ON "posts" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST,"price","trade_status") WHERE "posts"."deleted_at" is null and "posts"."blinded_at" is null and "posts"."board_type" = 'MARKET';
