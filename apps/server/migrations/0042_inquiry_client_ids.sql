ALTER TABLE "inquiries" ADD COLUMN "client_id" text;
