ALTER TABLE "comments" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "client_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_client_key" ON "comments" USING btree ("post_id","author_id","client_id") WHERE "comments"."client_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_anonymous_client_key" ON "comments" USING btree ("post_id","author_seal","client_id") WHERE "comments"."client_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "posts_client_key" ON "posts" USING btree ("author_id","client_id") WHERE "posts"."client_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "posts_anonymous_client_key" ON "posts" USING btree ("author_seal","client_id") WHERE "posts"."client_id" is not null;