CREATE TABLE "must_read_confirmations" (
	"post_id" bigint NOT NULL,
	"round" smallint NOT NULL,
	"member_id" bigint NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "must_read_confirmations_post_id_round_member_id_pk" PRIMARY KEY("post_id","round","member_id")
);
--> statement-breakpoint
CREATE TABLE "must_read_reminders" (
	"post_id" bigint NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "must_read_reminders_post_id_day_pk" PRIMARY KEY("post_id","day")
);
--> statement-breakpoint
CREATE TABLE "must_reads" (
	"post_id" bigint PRIMARY KEY NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"round" smallint DEFAULT 1 NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_on" date,
	CONSTRAINT "must_reads_round_check" CHECK ("must_reads"."round" >= 1)
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "must_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "must_read_confirmations" ADD CONSTRAINT "must_read_confirmations_post_id_must_reads_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."must_reads"("post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "must_read_confirmations" ADD CONSTRAINT "must_read_confirmations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "must_read_reminders" ADD CONSTRAINT "must_read_reminders_post_id_must_reads_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."must_reads"("post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "must_reads" ADD CONSTRAINT "must_reads_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "must_read_confirmations_member_idx" ON "must_read_confirmations" USING btree ("member_id","confirmed_at");--> statement-breakpoint
CREATE INDEX "must_reads_asked_idx" ON "must_reads" USING btree ("asked_at") WHERE "must_reads"."is_open";--> statement-breakpoint
-- Lists show the mark.
CREATE OR REPLACE TRIGGER posts_board AFTER INSERT OR DELETE OR UPDATE OF id, board_type, lecture_tag_id, anonymous,
    author_id, title, image_urls, price, trade_status, pinned, audience_years, expires_at, must_read,
    accepted_comment_id, like_count, self_like_count, comment_count, hot_score, created_at, blinded_at,
    deleted_at
  ON posts FOR EACH ROW EXECUTE FUNCTION row_changes_board();
