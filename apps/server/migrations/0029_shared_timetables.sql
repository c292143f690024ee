CREATE TABLE "timetable_openings" (
	"member_id" bigint PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timetable_showings" (
	"friendship_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "timetable_showings_friendship_id_member_id_pk" PRIMARY KEY("friendship_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "timetable_openings" ADD CONSTRAINT "timetable_openings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timetable_showings" ADD CONSTRAINT "timetable_showings_friendship_id_friendships_id_fk" FOREIGN KEY ("friendship_id") REFERENCES "public"."friendships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timetable_showings" ADD CONSTRAINT "timetable_showings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timetable_times" VALIDATE CONSTRAINT "timetable_times_entry_fk";--> statement-breakpoint
CREATE INDEX "timetable_showings_member_idx" ON "timetable_showings" USING btree ("member_id");
