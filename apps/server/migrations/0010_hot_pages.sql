-- Written by hand. The servers keep the first pages of the boards in memory. A page is served again
-- while the version of its board and the version of all boards are what they were when it was read.
--
-- A version is the last value of a sequence, which other transactions see before the one that sets it
-- ends, and for which no writer waits. It is random, so that no value comes back after a crash.
CREATE SEQUENCE "board_version_all";--> statement-breakpoint
CREATE SEQUENCE "board_version_notice";--> statement-breakpoint
CREATE SEQUENCE "board_version_notice_sc";--> statement-breakpoint
CREATE SEQUENCE "board_version_notice_univ";--> statement-breakpoint
CREATE SEQUENCE "board_version_notice_dept";--> statement-breakpoint
CREATE SEQUENCE "board_version_free";--> statement-breakpoint
CREATE SEQUENCE "board_version_secret";--> statement-breakpoint
CREATE SEQUENCE "board_version_review";--> statement-breakpoint
CREATE SEQUENCE "board_version_qna";--> statement-breakpoint
CREATE SEQUENCE "board_version_market";--> statement-breakpoint
-- Gives a board, or with 'all' every board, a new version. The lock, which lasts as long as the
-- transaction, comes first: whoever has seen the version can tell whether the transaction has ended.
-- Does nothing for the boards of lecture rooms, which have no version.
CREATE FUNCTION change_board(board text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  version regclass := to_regclass('board_version_' || lower(board));
BEGIN
  IF version IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock_shared(7203010, version::oid::integer);
    PERFORM setval(version, 1 + floor(random() * 9007199254740990)::bigint);
  END IF;
END $$;
--> statement-breakpoint
-- Whether no transaction is in progress that has changed one of the boards or all boards. The exception
-- gives the locks back at once; they would stop writers until the client ends its transaction.
CREATE FUNCTION are_boards_quiet(boards text[]) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  board text;
  is_quiet boolean := true;
BEGIN
  FOREACH board IN ARRAY boards || text 'all' LOOP
    is_quiet := is_quiet AND pg_try_advisory_xact_lock(
      7203010, ('board_version_' || lower(board))::regclass::oid::integer
    );
  END LOOP;
  RAISE SQLSTATE 'NARU1';
EXCEPTION WHEN SQLSTATE 'NARU1' THEN
  RETURN is_quiet;
END $$;
--> statement-breakpoint
CREATE FUNCTION row_changes_board() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM change_board(OLD.board_type);
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.board_type <> OLD.board_type) THEN
    PERFORM change_board(NEW.board_type);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION file_changes_board() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM change_board(board_type) FROM posts WHERE id = OLD.post_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM change_board(board_type) FROM posts WHERE id = NEW.post_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION changes_all_boards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM change_board('all');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The number of views is missing: each reading changes it, and a page is kept for a second at most.
CREATE TRIGGER posts_board AFTER INSERT OR DELETE OR UPDATE OF id, board_type, lecture_tag_id, anonymous,
    author_id, title, image_urls, price, trade_status, pinned, audience_years, expires_at,
    accepted_comment_id, like_count, self_like_count, comment_count, hot_score, created_at, blinded_at,
    deleted_at
  ON posts FOR EACH ROW EXECUTE FUNCTION row_changes_board();
--> statement-breakpoint
CREATE TRIGGER board_counters_board AFTER INSERT OR DELETE OR UPDATE OF board_type, post_count
  ON board_counters FOR EACH ROW EXECUTE FUNCTION row_changes_board();
--> statement-breakpoint
CREATE TRIGGER attachments_board AFTER INSERT OR DELETE OR UPDATE OF post_id
  ON attachments FOR EACH ROW EXECUTE FUNCTION file_changes_board();
--> statement-breakpoint
CREATE TRIGGER members_board AFTER UPDATE OF id, nickname, withdrawn_at ON members FOR EACH ROW
  WHEN (OLD.id <> NEW.id OR OLD.nickname <> NEW.nickname OR OLD.withdrawn_at IS DISTINCT FROM NEW.withdrawn_at)
  EXECUTE FUNCTION changes_all_boards();
--> statement-breakpoint
CREATE TRIGGER lectures_board AFTER UPDATE OF id, title, year, semester, professor_id, professor_name,
    members_only, deleted_at
  ON lectures FOR EACH ROW EXECUTE FUNCTION changes_all_boards();
--> statement-breakpoint
CREATE TRIGGER posts_truncated AFTER TRUNCATE ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION changes_all_boards();
--> statement-breakpoint
CREATE TRIGGER board_counters_truncated AFTER TRUNCATE ON board_counters
  FOR EACH STATEMENT EXECUTE FUNCTION changes_all_boards();
--> statement-breakpoint
CREATE TRIGGER attachments_truncated AFTER TRUNCATE ON attachments
  FOR EACH STATEMENT EXECUTE FUNCTION changes_all_boards();
