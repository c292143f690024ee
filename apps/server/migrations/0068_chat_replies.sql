CREATE TABLE "chat_reactions" (
	"message_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"reaction" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_reactions_message_id_member_id_pk" PRIMARY KEY("message_id","member_id"),
	CONSTRAINT "chat_reactions_reaction_check" CHECK ("chat_reactions"."reaction" in ('LIKE', 'LOVE', 'LAUGH', 'WOW', 'SAD', 'THANKS'))
);
--> statement-breakpoint
ALTER TABLE "chat_rooms" ALTER COLUMN "low_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_rooms" ALTER COLUMN "high_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "reply_to_id" bigint;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "is_removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_room_members" ADD COLUMN "is_muted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_room_members" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_room_members" ADD COLUMN "left_hidden_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_room_members" ADD COLUMN "left_read_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD COLUMN "lecture_id" bigint;--> statement-breakpoint
ALTER TABLE "chat_reactions" ADD CONSTRAINT "chat_reactions_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_reactions" ADD CONSTRAINT "chat_reactions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_reactions_member_idx" ON "chat_reactions" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD CONSTRAINT "chat_rooms_kind_check" CHECK (num_nulls("chat_rooms"."low_id", "chat_rooms"."high_id") = case when "chat_rooms"."lecture_id" is null then 0 else 2 end) NOT VALID;--> statement-breakpoint
-- Written by hand: every member of the room who has a device, did not mute it and does not block the sender.
CREATE OR REPLACE FUNCTION push_chat_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  due record;
BEGIN
  FOR due IN
    INSERT INTO push_due AS stored (member_id, room_id)
    SELECT s.member_id, s.room_id FROM chat_room_members s
    WHERE s.room_id = NEW.room_id AND s.member_id <> NEW.sender_id AND NOT s.is_out AND NOT s.is_muted
      AND EXISTS (SELECT FROM push_devices d WHERE d.member_id = s.member_id)
      AND NOT EXISTS (SELECT FROM member_blocks b WHERE b.blocker_id = s.member_id AND b.blocked_id = NEW.sender_id)
    ORDER BY s.member_id
    ON CONFLICT (member_id, room_id) DO UPDATE SET not_before = stored.not_before
    RETURNING stored.member_id, stored.id, stored.xmax = 0 AS is_new
  LOOP
    IF due.is_new THEN
      PERFORM push_is_due(due.member_id, due.id);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
