ALTER TABLE "attachments" ADD COLUMN "inquiry_id" bigint;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_inquiry_idx" ON "attachments" USING btree ("inquiry_id") WHERE "attachments"."inquiry_id" is not null;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_place_check" CHECK ("attachments"."post_id" is null or "attachments"."inquiry_id" is null);