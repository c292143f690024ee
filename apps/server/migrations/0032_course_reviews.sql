-- Written by hand. Lectures of one title and one professor are one course over the terms, whatever case, spaces and
-- section, which stands at the end of the title.
CREATE FUNCTION course_key(title text, professor_id bigint, professor_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select lower(regexp_replace(regexp_replace(normalize(title, NFC),
      '\s*[-_(\[]?\s*[0-9A-Za-z]{1,2}\s*분반\s*[)\]]?\s*$', ''), '\s+', '', 'g')) || E'\n' || coalesce(
    nullif(lower(regexp_replace(normalize(professor_name, NFC), '\s+', '', 'g')), ''),
    E'\n' || professor_id::text, '')
$$;
--> statement-breakpoint
CREATE TABLE "course_reviews" (
	"id" bigint PRIMARY KEY NOT NULL,
	"lecture_id" bigint NOT NULL,
	"author_seal" "bytea",
	"stars" smallint NOT NULL,
	"workload" text NOT NULL,
	"grading" text NOT NULL,
	"exams" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"blinded_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"deleted_by" bigint,
	CONSTRAINT "course_reviews_stars_check" CHECK ("course_reviews"."stars" between 1 and 5),
	CONSTRAINT "course_reviews_workload_check" CHECK ("course_reviews"."workload" in ('LIGHT', 'FAIR', 'HEAVY')),
	CONSTRAINT "course_reviews_grading_check" CHECK ("course_reviews"."grading" in ('GENEROUS', 'FAIR', 'STRICT')),
	CONSTRAINT "course_reviews_exams_check" CHECK ("course_reviews"."exams" in ('NONE', 'ONE', 'TWO', 'MORE'))
);
--> statement-breakpoint
ALTER TABLE "course_reviews" ADD CONSTRAINT "course_reviews_lecture_id_lectures_id_fk" FOREIGN KEY ("lecture_id") REFERENCES "public"."lectures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_reviews" ADD CONSTRAINT "course_reviews_deleted_by_members_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "course_reviews_author_key" ON "course_reviews" USING btree ("lecture_id","author_seal") WHERE "course_reviews"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "course_reviews_seal_idx" ON "course_reviews" USING btree ("author_seal");--> statement-breakpoint
CREATE INDEX "course_reviews_deleted_idx" ON "course_reviews" USING btree ("deleted_at") WHERE "course_reviews"."deleted_at" is not null;--> statement-breakpoint
-- migration-check: index because a department has some hundred lectures
CREATE INDEX "lectures_course_idx" ON "lectures" USING btree (course_key("title", "professor_id", "professor_name"));--> statement-breakpoint
ALTER TABLE "inquiries" DROP CONSTRAINT "inquiries_target_type_check";--> statement-breakpoint
-- migration-check: constraint because the stored values are a part of the allowed ones and reports are few
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_target_type_check" CHECK ("inquiries"."target_type" in ('POST', 'COMMENT', 'COURSE_REVIEW', 'MEMBER', 'MESSAGE'));--> statement-breakpoint
ALTER TABLE "staff_actions" DROP CONSTRAINT "staff_actions_target_check";--> statement-breakpoint
-- migration-check: constraint because the stored values are a part of the allowed ones and actions are few
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_target_check" CHECK ("staff_actions"."target_type" in ('POST', 'COMMENT', 'COURSE_REVIEW', 'MEMBER'));--> statement-breakpoint
ALTER TABLE "reveal_requests" DROP CONSTRAINT "reveal_requests_target_check";--> statement-breakpoint
-- migration-check: constraint because the stored values are a part of the allowed ones and requests are few
ALTER TABLE "reveal_requests" ADD CONSTRAINT "reveal_requests_target_check" CHECK ("reveal_requests"."target_type" in ('POST', 'COMMENT', 'COURSE_REVIEW'));
