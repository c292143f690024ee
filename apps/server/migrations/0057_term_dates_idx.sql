-- without a transaction
DROP INDEX CONCURRENTLY IF EXISTS "academic_dates_terms_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "academic_dates_terms_idx" ON "academic_dates" USING btree ("starts_on") WHERE "academic_dates"."deleted_at" is null and "academic_dates"."title" ~ '강|수업';
