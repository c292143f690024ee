CREATE TABLE "outside_reporters" (
	"inquiry_id" bigint PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"client_id" text,
	CONSTRAINT "outside_reporters_client_key" UNIQUE("client_id")
);
--> statement-breakpoint
ALTER TABLE "inquiries" DROP CONSTRAINT "inquiries_asker_check";--> statement-breakpoint
ALTER TABLE "outside_reporters" ADD CONSTRAINT "outside_reporters_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- migration-check: constraint because every row has met a stricter one, and there are few
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_asker_check" CHECK (num_nonnulls("inquiries"."member_id", "inquiries"."author_seal") <= 1);