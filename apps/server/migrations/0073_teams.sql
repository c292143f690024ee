CREATE TABLE "team_applications" (
	"post_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"message" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "team_applications_post_id_member_id_pk" PRIMARY KEY("post_id","member_id"),
	CONSTRAINT "team_applications_state_check" CHECK ("team_applications"."state" in ('WAITING', 'ACCEPTED', 'DECLINED', 'ENDED')),
	CONSTRAINT "team_applications_decided_check" CHECK (("team_applications"."state" = 'WAITING') = ("team_applications"."decided_at" is null))
);--> statement-breakpoint
CREATE TABLE "teams" (
	"post_id" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"places" smallint NOT NULL,
	"last_day" date NOT NULL,
	"roles" text[] NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	"accepted_count" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "teams_kind_check" CHECK ("teams"."kind" in ('STUDY', 'CONTEST', 'PROJECT')),
	CONSTRAINT "teams_places_check" CHECK ("teams"."places" between 1 and 20),
	CONSTRAINT "teams_accepted_check" CHECK ("teams"."accepted_count" between 0 and "teams"."places"),
	CONSTRAINT "teams_roles_check" CHECK (cardinality("teams"."roles") <= 5)
);--> statement-breakpoint
ALTER TABLE "board_counters" DROP CONSTRAINT "board_counters_board_check";--> statement-breakpoint
ALTER TABLE "board_favorites" DROP CONSTRAINT "board_favorites_board_check";--> statement-breakpoint
ALTER TABLE "board_visits" DROP CONSTRAINT "board_visits_board_check";--> statement-breakpoint
ALTER TABLE "chat_rooms" DROP CONSTRAINT "chat_rooms_kind_check";--> statement-breakpoint
ALTER TABLE "board_follows" DROP CONSTRAINT "board_follows_board_check";--> statement-breakpoint
ALTER TABLE "posts" DROP CONSTRAINT "posts_board_check";--> statement-breakpoint
ALTER TABLE "scheduled_notices" DROP CONSTRAINT "scheduled_notices_board_check";--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD COLUMN "team_id" bigint;--> statement-breakpoint
ALTER TABLE "team_applications" ADD CONSTRAINT "team_applications_post_id_teams_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."teams"("post_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_applications" ADD CONSTRAINT "team_applications_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_applications_member_idx" ON "team_applications" USING btree ("member_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "team_applications_waiting_idx" ON "team_applications" USING btree ("post_id") WHERE "team_applications"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "team_applications_text_idx" ON "team_applications" USING btree ("decided_at") WHERE "team_applications"."message" <> '';--> statement-breakpoint
-- migration-check: index because no room has a team yet and a department has few rooms
CREATE UNIQUE INDEX "chat_rooms_team_key" ON "chat_rooms" USING btree ("team_id") WHERE "chat_rooms"."team_id" is not null;--> statement-breakpoint
ALTER TABLE "board_counters" ADD CONSTRAINT "board_counters_board_check" CHECK ("board_counters"."board_type" in ('NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT', 'FREE', 'SECRET', 'REVIEW', 'QNA', 'TEAM', 'MARKET', 'POPULAR')) NOT VALID;--> statement-breakpoint
ALTER TABLE "board_favorites" ADD CONSTRAINT "board_favorites_board_check" CHECK ("board_favorites"."board_type" in ('NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT', 'FREE', 'SECRET', 'REVIEW', 'QNA', 'TEAM', 'MARKET', 'POPULAR')) NOT VALID;--> statement-breakpoint
ALTER TABLE "board_visits" ADD CONSTRAINT "board_visits_board_check" CHECK ("board_visits"."board_type" in ('NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT', 'FREE', 'SECRET', 'REVIEW', 'QNA', 'TEAM', 'MARKET', 'POPULAR')) NOT VALID;--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD CONSTRAINT "chat_rooms_kind_check" CHECK (num_nulls("chat_rooms"."low_id", "chat_rooms"."high_id") = case when num_nonnulls("chat_rooms"."lecture_id", "chat_rooms"."team_id") = 0 then 0 else 2 end) NOT VALID;--> statement-breakpoint
ALTER TABLE "board_follows" ADD CONSTRAINT "board_follows_board_check" CHECK ("board_follows"."board_type" in ('NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT', 'FREE', 'SECRET', 'REVIEW', 'QNA', 'TEAM', 'MARKET', 'POPULAR')) NOT VALID;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_board_check" CHECK ("posts"."board_type" in ('NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT', 'FREE', 'SECRET', 'REVIEW', 'QNA', 'TEAM', 'MARKET', 'POPULAR', 'LECTURE_Q', 'LECTURE_R', 'LECTURE_REF', 'LECTURE_N')) NOT VALID;--> statement-breakpoint
ALTER TABLE "scheduled_notices" ADD CONSTRAINT "scheduled_notices_board_check" CHECK ("scheduled_notices"."board_type" in ('NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT', 'FREE', 'SECRET', 'REVIEW', 'QNA', 'TEAM', 'MARKET', 'POPULAR')) NOT VALID;--> statement-breakpoint
CREATE SEQUENCE "board_version_team";--> statement-breakpoint
-- Lists show what a post recruits.
CREATE TRIGGER teams_board AFTER INSERT OR DELETE OR UPDATE ON teams
  FOR EACH ROW EXECUTE FUNCTION file_changes_board();--> statement-breakpoint
-- The check of `teams` keeps two decisions at the same time from accepting more members than there are places.
CREATE FUNCTION count_accepted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE teams SET accepted_count = accepted_count
      + (TG_OP <> 'DELETE' AND NEW.state = 'ACCEPTED')::integer
      - (TG_OP <> 'INSERT' AND OLD.state = 'ACCEPTED')::integer
    WHERE post_id = coalesce(NEW.post_id, OLD.post_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER team_applications_counted AFTER INSERT OR DELETE OR UPDATE OF state ON team_applications
  FOR EACH ROW EXECUTE FUNCTION count_accepted();
