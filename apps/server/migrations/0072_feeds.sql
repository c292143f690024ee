CREATE TABLE "feeds" (
	"member_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "feeds_member_id_kind_pk" PRIMARY KEY("member_id","kind"),
	CONSTRAINT "feeds_kind_check" CHECK ("feeds"."kind" in ('NOTICES', 'ACADEMIC', 'TIMETABLE'))
);
--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feeds_secret_key" ON "feeds" USING btree ("secret_hash");