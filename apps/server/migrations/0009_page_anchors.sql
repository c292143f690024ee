-- Written by hand: the functions, the triggers and the rows of the existing posts; the rest is generated
-- from src/db/schema.

CREATE TABLE "page_anchors" (
	"board_type" text NOT NULL,
	"pinned" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"post_id" bigint NOT NULL,
	"rank" bigint NOT NULL,
	CONSTRAINT "page_anchors_board_type_pinned_created_at_post_id_pk" PRIMARY KEY("board_type","pinned","created_at","post_id")
);
--> statement-breakpoint
CREATE TABLE "page_changes" (
	"board_type" text NOT NULL,
	"pinned" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"post_id" bigint NOT NULL,
	"step" smallint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "page_anchors_rank_idx" ON "page_anchors" USING btree ("board_type","rank");--> statement-breakpoint
CREATE INDEX "page_changes_board_idx" ON "page_changes" USING btree ("board_type");
--> statement-breakpoint
-- Moves what has changed into the ranks and adds an anchor after every 250 posts of a gap of more than
-- 500. Returns the number of changes. One statement, so that all of it is of one snapshot; changes that
-- are committed meanwhile stay.
CREATE FUNCTION fold_pages() RETURNS bigint LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(7203002);
  WITH taken AS (
    DELETE FROM page_changes RETURNING board_type, pinned, created_at, post_id, step
  ), places AS (
    SELECT board_type, pinned, created_at, post_id, rank, 0 AS step, false AS is_change FROM page_anchors
    UNION ALL
    SELECT board_type, pinned, created_at, post_id, NULL, step, true FROM taken
    UNION ALL
    SELECT DISTINCT board_type, true, timestamptz 'infinity', 9223372036854775807, NULL::bigint, 0, false FROM taken
    WHERE NOT EXISTS (SELECT FROM page_anchors AS known WHERE known.board_type = taken.board_type)
  ), counted AS (
    SELECT *, coalesce(rank, 0) + sum(step) OVER (
      PARTITION BY board_type ORDER BY pinned, created_at, post_id, is_change
      ROWS UNBOUNDED PRECEDING
    ) AS new_rank
    FROM places
  ), anchors AS (
    SELECT *, lag(new_rank, 1, 0) OVER board AS previous_rank, lag(pinned, 1, false) OVER board AS previous_pinned,
      lag(created_at, 1, '-infinity') OVER board AS previous_created_at, lag(post_id, 1, 0) OVER board AS previous_id
    FROM counted WHERE NOT is_change
    WINDOW board AS (PARTITION BY board_type ORDER BY pinned, created_at, post_id)
  ), added AS (
    SELECT anchors.board_type, post.pinned, post.created_at, post.id, previous_rank + post.place AS new_rank
    FROM anchors CROSS JOIN LATERAL (
      SELECT pinned, created_at, id, row_number() OVER (ORDER BY pinned, created_at, id) - 1 AS place
      FROM posts
      WHERE posts.board_type = anchors.board_type AND deleted_at IS NULL
        AND (posts.pinned, posts.created_at, posts.id) >= (previous_pinned, previous_created_at, previous_id)
        AND (posts.pinned, posts.created_at, posts.id) < (anchors.pinned, anchors.created_at, anchors.post_id)
    ) AS post
    WHERE new_rank - previous_rank > 500 AND post.place > 0 AND post.place % 250 = 0
  ), stored AS (
    INSERT INTO page_anchors (board_type, pinned, created_at, post_id, rank)
    SELECT board_type, pinned, created_at, post_id, new_rank FROM anchors WHERE new_rank IS DISTINCT FROM rank
    UNION ALL SELECT * FROM added
    ON CONFLICT (board_type, pinned, created_at, post_id) DO UPDATE SET rank = EXCLUDED.rank
  )
  SELECT count(*) FROM taken;
$$;
--> statement-breakpoint
CREATE FUNCTION posts_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.lecture_id IS NULL AND OLD.deleted_at IS NULL THEN
    INSERT INTO page_changes VALUES (OLD.board_type, OLD.pinned, OLD.created_at, OLD.id, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.lecture_id IS NULL AND NEW.deleted_at IS NULL THEN
    INSERT INTO page_changes VALUES (NEW.board_type, NEW.pinned, NEW.created_at, NEW.id, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Readers go on; writers wait, as a post that is written between here and the triggers would be missing.
LOCK TABLE "posts" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
INSERT INTO page_anchors (board_type, pinned, created_at, post_id, rank)
SELECT board_type, true, 'infinity', 9223372036854775807, count(*) FROM posts
WHERE lecture_id IS NULL AND deleted_at IS NULL GROUP BY board_type;
--> statement-breakpoint
SELECT fold_pages();
--> statement-breakpoint
CREATE TRIGGER posts_pages AFTER INSERT OR DELETE ON posts FOR EACH ROW EXECUTE FUNCTION posts_pages();
--> statement-breakpoint
CREATE TRIGGER posts_pages_moved AFTER UPDATE OF id, board_type, lecture_id, pinned, created_at, deleted_at ON posts
  FOR EACH ROW
  WHEN ((OLD.id, OLD.board_type, OLD.lecture_id, OLD.pinned, OLD.created_at, OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.id, NEW.board_type, NEW.lecture_id, NEW.pinned, NEW.created_at, NEW.deleted_at IS NULL))
  EXECUTE FUNCTION posts_pages();
