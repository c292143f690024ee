CREATE TABLE "reported_contents" (
	"inquiry_id" bigint PRIMARY KEY NOT NULL,
	"member_id" bigint,
	"writer_name" text,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"pictures" text[] NOT NULL,
	"files" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reported_contents" ADD CONSTRAINT "reported_contents_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_contents" ADD CONSTRAINT "reported_contents_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reported_contents_member_idx" ON "reported_contents" USING btree ("member_id") WHERE "reported_contents"."member_id" is not null;