CREATE TABLE "sealed_comment_likes" (
	"comment_id" bigint NOT NULL,
	"voter" "bytea" NOT NULL,
	CONSTRAINT "sealed_comment_likes_comment_id_voter_pk" PRIMARY KEY("comment_id","voter")
);
--> statement-breakpoint
CREATE TABLE "sealed_marks" (
	"entry" "bytea" PRIMARY KEY NOT NULL,
	"owner" "bytea" NOT NULL,
	"item" bigint NOT NULL,
	"marked_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sealed_post_likes" (
	"post_id" bigint NOT NULL,
	"voter" "bytea" NOT NULL,
	CONSTRAINT "sealed_post_likes_post_id_voter_pk" PRIMARY KEY("post_id","voter")
);
--> statement-breakpoint
CREATE TABLE "sealed_post_views" (
	"post_id" bigint NOT NULL,
	"voter" "bytea" NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "sealed_post_views_post_id_voter_pk" PRIMARY KEY("post_id","voter")
);
--> statement-breakpoint
ALTER TABLE "sealed_comment_likes" ADD CONSTRAINT "sealed_comment_likes_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sealed_post_likes" ADD CONSTRAINT "sealed_post_likes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sealed_post_views" ADD CONSTRAINT "sealed_post_views_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sealed_marks_owner_idx" ON "sealed_marks" USING btree ("owner");