CREATE INDEX "comments_deleted_idx" ON "comments" USING btree ("deleted_at") WHERE "comments"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "uploads_profile_idx" ON "uploads" USING btree ("profile_of") WHERE "uploads"."profile_of" is not null;--> statement-breakpoint
-- A temporary table of the same name comes first in an open search path: it could number and link a
-- line of the log wrongly.
alter function audit_hash(bytea, audit_entries) set search_path = pg_catalog, public, pg_temp;
--> statement-breakpoint
alter function chain_audit_entry() set search_path = pg_catalog, public, pg_temp;
