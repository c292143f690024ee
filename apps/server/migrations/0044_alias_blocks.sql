CREATE TABLE "alias_blocks" (
	"member_seal" "bytea" NOT NULL,
	"post_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alias_blocks_member_seal_post_id_number_pk" PRIMARY KEY("member_seal","post_id","number"),
	CONSTRAINT "alias_blocks_number_check" CHECK ("alias_blocks"."number" >= 0)
);
--> statement-breakpoint
ALTER TABLE "alias_blocks" ADD CONSTRAINT "alias_blocks_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alias_blocks_post_idx" ON "alias_blocks" USING btree ("post_id");