DROP INDEX "comments_post_idx";--> statement-breakpoint
DROP INDEX "comments_parent_idx";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "comments" SET "position" = ranked.n FROM (
  SELECT id, row_number() OVER (PARTITION BY post_id ORDER BY created_at, id) AS n FROM "comments"
) ranked WHERE ranked.id = "comments".id;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_position_key" ON "comments" USING btree ("post_id","position");--> statement-breakpoint
CREATE INDEX "comments_post_idx" ON "comments" USING btree ("post_id","position") WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_parent_idx" ON "comments" USING btree ("parent_id","position") WHERE "comments"."parent_id" is not null;--> statement-breakpoint
-- The next place in the post. Writers hold the lock of the post's row, so no two take the same one.
CREATE FUNCTION comments_position() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(max(position), 0) + 1 INTO NEW.position FROM comments WHERE post_id = NEW.post_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER comments_position BEFORE INSERT ON comments
  FOR EACH ROW WHEN (NEW.position = 0) EXECUTE FUNCTION comments_position();
