ALTER TABLE "comments" ADD COLUMN "mentions" jsonb;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "picture" jsonb;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "comment_id" bigint;--> statement-breakpoint
-- migration-check: constraint because the column is empty and pictures are some thousand
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- migration-check: index because the column is empty and pictures are some thousand
CREATE UNIQUE INDEX "uploads_comment_key" ON "uploads" USING btree ("comment_id");
