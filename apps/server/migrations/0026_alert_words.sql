CREATE TABLE "alert_words" (
	"member_id" bigint NOT NULL,
	"folded" text NOT NULL,
	"word" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_words_member_id_folded_pk" PRIMARY KEY("member_id","folded"),
	CONSTRAINT "alert_words_length_check" CHECK (char_length("alert_words"."folded") between 2 and 480)
);
--> statement-breakpoint
ALTER TABLE "alert_words" ADD CONSTRAINT "alert_words_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_words_folded_idx" ON "alert_words" USING btree ("folded","member_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION alert_followers_of_board() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM board_follows WHERE board_type = NEW.board_type)
    OR EXISTS (SELECT FROM alert_words) THEN
    INSERT INTO alerts_due (post_id) VALUES (NEW.id);
    PERFORM graphile_worker.add_job('alerts');
  END IF;
  RETURN NULL;
END $$;
