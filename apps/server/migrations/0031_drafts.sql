CREATE TABLE "drafts" (
	"member_id" bigint NOT NULL,
	"place" text NOT NULL,
	"version" text NOT NULL,
	"head" "bytea" NOT NULL,
	"content" "bytea" NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_member_id_place_pk" PRIMARY KEY("member_id","place")
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
