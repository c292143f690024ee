CREATE TABLE "board_visits" (
	"member_id" bigint NOT NULL,
	"board_type" text NOT NULL,
	"visited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "board_visits_member_id_board_type_pk" PRIMARY KEY("member_id","board_type"),
	CONSTRAINT "board_visits_board_check" CHECK ("board_visits"."board_type" in ('NOTICE', 'NOTICE_SC', 'NOTICE_UNIV', 'NOTICE_DEPT', 'FREE', 'SECRET', 'REVIEW', 'QNA', 'MARKET', 'POPULAR'))
);
--> statement-breakpoint
ALTER TABLE "board_visits" ADD CONSTRAINT "board_visits_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;