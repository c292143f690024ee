ALTER TABLE "chat_rooms" VALIDATE CONSTRAINT "chat_rooms_kind_check";
