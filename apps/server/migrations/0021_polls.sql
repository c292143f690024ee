CREATE TABLE "poll_ballots" (
	"post_id" bigint NOT NULL,
	"voter" "bytea" NOT NULL,
	"option_count" smallint NOT NULL,
	"max_choices" smallint NOT NULL,
	"is_anonymous" boolean NOT NULL,
	"member_id" bigint,
	"choices" smallint NOT NULL,
	CONSTRAINT "poll_ballots_post_id_voter_pk" PRIMARY KEY("post_id","voter"),
	CONSTRAINT "poll_ballots_member_check" CHECK ("poll_ballots"."member_id" is null or not "poll_ballots"."is_anonymous"),
	CONSTRAINT "poll_ballots_choices_check" CHECK ("poll_ballots"."choices" between 1 and (1 << "poll_ballots"."option_count") - 1 and bit_count("poll_ballots"."choices"::integer::bit(10)) <= "poll_ballots"."max_choices")
);
--> statement-breakpoint
CREATE TABLE "polls" (
	"post_id" bigint PRIMARY KEY NOT NULL,
	"options" text[] NOT NULL,
	"option_count" smallint NOT NULL,
	"max_choices" smallint NOT NULL,
	"is_anonymous" boolean NOT NULL,
	"ends_at" timestamp with time zone,
	"counts" integer[] NOT NULL,
	"voter_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "polls_rules_key" UNIQUE("post_id","option_count","max_choices","is_anonymous"),
	CONSTRAINT "polls_option_count_check" CHECK ("polls"."option_count" between 2 and 10),
	CONSTRAINT "polls_options_check" CHECK (cardinality("polls"."options") = "polls"."option_count" and cardinality("polls"."counts") = "polls"."option_count"),
	CONSTRAINT "polls_max_choices_check" CHECK ("polls"."max_choices" between 1 and "polls"."option_count"),
	CONSTRAINT "polls_counts_check" CHECK ("polls"."voter_count" >= 0 and 0 <= all ("polls"."counts"))
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "has_poll" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "poll_ballots" ADD CONSTRAINT "poll_ballots_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poll_ballots" ADD CONSTRAINT "poll_ballots_poll_fk" FOREIGN KEY ("post_id","option_count","max_choices","is_anonymous") REFERENCES "public"."polls"("post_id","option_count","max_choices","is_anonymous") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "poll_ballots_member_idx" ON "poll_ballots" USING btree ("member_id") WHERE "poll_ballots"."member_id" is not null;--> statement-breakpoint
CREATE FUNCTION poll_marks_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE posts SET has_poll = false WHERE id = OLD.post_id;
  ELSE
    UPDATE posts SET has_poll = true WHERE id = NEW.post_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER polls_mark AFTER INSERT OR DELETE ON polls
  FOR EACH ROW EXECUTE FUNCTION poll_marks_post();
--> statement-breakpoint
-- Lists show the mark.
CREATE OR REPLACE TRIGGER posts_board AFTER INSERT OR DELETE OR UPDATE OF id, board_type, lecture_tag_id, anonymous,
    author_id, title, image_urls, price, trade_status, pinned, audience_years, expires_at, must_read, has_poll,
    accepted_comment_id, like_count, self_like_count, comment_count, hot_score, created_at, registered_at, blinded_at,
    deleted_at
  ON posts FOR EACH ROW EXECUTE FUNCTION row_changes_board();
