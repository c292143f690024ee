-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS "chat_rooms_lecture_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "chat_rooms_lecture_key" ON "chat_rooms" USING btree ("lecture_id") WHERE "chat_rooms"."lecture_id" is not null;
