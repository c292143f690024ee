CREATE TABLE "account_uses" (
	"member_id" bigint PRIMARY KEY NOT NULL,
	"last_used_on" date NOT NULL,
	"first_warned_at" timestamp with time zone,
	"last_warned_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "account_uses" ADD CONSTRAINT "account_uses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;