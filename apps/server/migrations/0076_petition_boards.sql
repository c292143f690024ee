ALTER TABLE "board_counters" VALIDATE CONSTRAINT "board_counters_board_check";--> statement-breakpoint
ALTER TABLE "board_favorites" VALIDATE CONSTRAINT "board_favorites_board_check";--> statement-breakpoint
ALTER TABLE "board_visits" VALIDATE CONSTRAINT "board_visits_board_check";--> statement-breakpoint
ALTER TABLE "board_follows" VALIDATE CONSTRAINT "board_follows_board_check";--> statement-breakpoint
ALTER TABLE "posts" VALIDATE CONSTRAINT "posts_board_check";--> statement-breakpoint
ALTER TABLE "scheduled_notices" VALIDATE CONSTRAINT "scheduled_notices_board_check";
