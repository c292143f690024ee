CREATE TABLE "chat_pictures" (
	"key" text PRIMARY KEY NOT NULL,
	"owner_id" bigint,
	"post_id" bigint,
	"content_type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"attached_at" timestamp with time zone,
	"message_id" bigint,
	"width" integer,
	"height" integer
);
--> statement-breakpoint
CREATE TABLE "reported_messages" (
	"inquiry_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"is_reported" boolean NOT NULL,
	"sender_id" bigint NOT NULL,
	"content" text NOT NULL,
	"picture_key" text,
	"recalled_at" timestamp with time zone,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reported_messages_inquiry_id_message_id_pk" PRIMARY KEY("inquiry_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "inquiries" DROP CONSTRAINT "inquiries_target_type_check";--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "recalled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_pictures" ADD CONSTRAINT "chat_pictures_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_pictures" ADD CONSTRAINT "chat_pictures_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_pictures" ADD CONSTRAINT "chat_pictures_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_messages" ADD CONSTRAINT "reported_messages_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_messages" ADD CONSTRAINT "reported_messages_sender_id_members_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_pictures_message_key" ON "chat_pictures" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "chat_pictures_owner_idx" ON "chat_pictures" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "chat_pictures_created_idx" ON "chat_pictures" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reported_messages_message_idx" ON "reported_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "reported_messages_picture_idx" ON "reported_messages" USING btree ("picture_key") WHERE "reported_messages"."picture_key" is not null;--> statement-breakpoint
-- migration-check: constraint because the stored values are a part of the allowed ones and reports are few
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_target_type_check" CHECK ("inquiries"."target_type" in ('POST', 'COMMENT', 'MEMBER', 'MESSAGE'));--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD COLUMN "item_id" bigint;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "registered_at" timestamp with time zone;--> statement-breakpoint
-- With the date of an item that was moved up.
CREATE OR REPLACE TRIGGER posts_board AFTER INSERT OR DELETE OR UPDATE OF id, board_type, lecture_tag_id, anonymous,
    author_id, title, image_urls, price, trade_status, pinned, audience_years, expires_at, must_read,
    accepted_comment_id, like_count, self_like_count, comment_count, hot_score, created_at, registered_at, blinded_at,
    deleted_at
  ON posts FOR EACH ROW EXECUTE FUNCTION row_changes_board();
