ALTER TABLE "chat_messages" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_queue" ADD COLUMN "about" jsonb;
