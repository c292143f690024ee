-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS "notifications_actor_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "notifications_actor_idx" ON "notifications" USING btree ((coalesce("cause" -> 'facts' ->> 'actor', substring("content" from '^(?:.* )?([^ ]+님)(?:[이과]| 외 )[^'']*$')))) WHERE "notifications"."type" in ('comment', 'like', 'friend');
