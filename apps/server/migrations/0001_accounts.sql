CREATE TABLE "student_claims" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reveal_requests" ADD COLUMN "withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reveal_requests" ADD COLUMN "author_seal" "bytea";--> statement-breakpoint
ALTER TABLE "reveal_requests" ADD COLUMN "author_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "student_claims" ADD CONSTRAINT "student_claims_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "student_claims_member_idx" ON "student_claims" USING btree ("member_id");