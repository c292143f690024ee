-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS "chat_rooms_friends_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "chat_rooms_friends_key" ON "chat_rooms" USING btree ("low_id","high_id") WHERE "chat_rooms"."item_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "chat_rooms_item_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "chat_rooms_item_key" ON "chat_rooms" USING btree ("low_id","high_id","item_id") WHERE "chat_rooms"."item_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "chat_rooms_pair_key";
