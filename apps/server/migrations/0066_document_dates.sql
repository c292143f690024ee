ALTER TABLE "site_documents" ADD COLUMN "effective_on" date;--> statement-breakpoint
ALTER TABLE "site_documents" ADD COLUMN "change" text;