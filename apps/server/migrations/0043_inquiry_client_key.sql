-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS "inquiries_client_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "inquiries_client_key" ON "inquiries" USING btree ("member_id","client_id") WHERE "inquiries"."client_id" is not null;
