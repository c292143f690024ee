CREATE TABLE "file_texts" (
	"key" text PRIMARY KEY NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "file_texts" ADD CONSTRAINT "file_texts_key_attachments_key_fk" FOREIGN KEY ("key") REFERENCES "public"."attachments"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_texts_pairs_idx" ON "file_texts" USING gin (letter_pairs("text")) WITH (fastupdate=false);