ALTER TABLE "feeds" VALIDATE CONSTRAINT "feeds_kind_check";
