CREATE TABLE "videos" (
	"key" text PRIMARY KEY NOT NULL,
	"owner_id" bigint,
	"post_id" bigint,
	"content_type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"attached_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "image_url" text;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "captions" text;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "videos_owner_idx" ON "videos" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "videos_created_idx" ON "videos" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_period_check" CHECK ("banners"."starts_on" <= "banners"."ends_on");