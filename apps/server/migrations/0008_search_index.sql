-- Written by hand: the functions, the trigger and the rows of the existing posts; the rest is generated
-- from src/db/schema.

-- The characters of a text in lower case and composed form, with a space for any ASCII white space.
CREATE FUNCTION search_letters(source text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN string_to_array(translate(lower(normalize(source, NFC)), E'\t\n\x0b\f\r', '     '), NULL);
--> statement-breakpoint
-- The pairs of adjacent characters of a text, without pairs that contain white space. Two Korean
-- syllables are one pair, so a search for two syllables or for a part of a word can use an index on any
-- PostgreSQL, whatever its locale and extensions. The declared cost keeps the planner from computing the
-- pairs of every row instead of using the index.
CREATE FUNCTION letter_pairs(source text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 2000
RETURN (
  SELECT coalesce(array_agg(pair.a || pair.b), '{}'::text[])
  FROM search_letters(source) AS letters
  CROSS JOIN unnest(letters, letters[2:]) AS pair(a, b)
  WHERE pair.a <> ' ' AND pair.b <> ' '
);
--> statement-breakpoint
-- Weeks since 1970.
CREATE FUNCTION search_week(moment timestamptz) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN floor(extract(epoch FROM moment - timestamptz '1970-01-01 00:00:00+00') / 604800);
--> statement-breakpoint
-- The week in seven digits of base four. The first six are those of its span of 4 weeks, the first five
-- of its span of 16 weeks and so on, so that a prefix of a token selects a span.
CREATE FUNCTION search_digits(week integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN (
  SELECT string_agg(((week >> (2 * place)) & 3)::text, '' ORDER BY place DESC)
  FROM generate_series(0, 6) AS place
);
--> statement-breakpoint
-- What the tokens of a board and a field begin with: `t` is the title, `c` the text.
CREATE FUNCTION search_field(board_type text, field text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN substr(md5(board_type), 3, 2) || field;
--> statement-breakpoint
-- One token for each pair of the title and of the text: field of the board, pair, week. It repeats
-- `letter_pairs`, because calling that takes half as long again.
CREATE FUNCTION search_tokens(board_type text, created_at timestamptz, title text, content_text text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  of_title text := search_field(board_type, 't');
  of_text text := search_field(board_type, 'c');
  week text := search_digits(search_week(created_at));
  title_letters text[] := search_letters(title);
  text_letters text[] := search_letters(content_text);
BEGIN
  RETURN array_to_tsvector(
    array(
      SELECT of_title || a || b || week FROM unnest(title_letters, title_letters[2:]) AS pair(a, b)
      WHERE a <> ' ' AND b <> ' '
    ) || array(
      SELECT of_text || a || b || week FROM unnest(text_letters, text_letters[2:]) AS pair(a, b)
      WHERE a <> ' ' AND b <> ' '
    )
  );
END $$;
--> statement-breakpoint
CREATE TABLE "post_search" (
	"post_id" bigint PRIMARY KEY NOT NULL,
	"board_type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"author_id" bigint,
	"tokens" "tsvector" NOT NULL
);
--> statement-breakpoint
-- Readers go on; writers wait, as a post that is written between here and the trigger would be missing.
LOCK TABLE "posts" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- Before the key and the index are created, which is several times faster.
INSERT INTO "post_search" ("post_id", "board_type", "created_at", "author_id", "tokens")
SELECT "id", "board_type", "created_at", "author_id",
  search_tokens("board_type", "created_at", "title", "content_text")
FROM "posts" WHERE "lecture_id" IS NULL AND "deleted_at" IS NULL AND "blinded_at" IS NULL;
--> statement-breakpoint
ALTER TABLE "post_search" ADD CONSTRAINT "post_search_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_search_author_idx" ON "post_search" USING btree ("board_type","created_at" DESC NULLS LAST,"post_id" DESC NULLS LAST,"author_id") WHERE "post_search"."author_id" is not null;--> statement-breakpoint
CREATE INDEX "post_search_tokens_idx" ON "post_search" USING gin ("tokens") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "members_nickname_pairs_idx" ON "members" USING gin (letter_pairs("nickname")) WITH (fastupdate=false);
--> statement-breakpoint
CREATE FUNCTION posts_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL OR NEW.blinded_at IS NOT NULL THEN
    DELETE FROM post_search WHERE post_id = NEW.id;
  ELSE
    INSERT INTO post_search (post_id, board_type, created_at, author_id, tokens)
    VALUES (NEW.id, NEW.board_type, NEW.created_at, NEW.author_id,
      search_tokens(NEW.board_type, NEW.created_at, NEW.title, NEW.content_text))
    ON CONFLICT (post_id) DO UPDATE
      SET board_type = EXCLUDED.board_type, created_at = EXCLUDED.created_at,
        author_id = EXCLUDED.author_id, tokens = EXCLUDED.tokens;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_search AFTER INSERT OR UPDATE OF board_type, author_id, title, content_text, created_at, deleted_at, blinded_at
  ON posts FOR EACH ROW WHEN (NEW.lecture_id IS NULL) EXECUTE FUNCTION posts_search();
--> statement-breakpoint
-- Last, as it stops readers. `text_grams` stays: servers of the former version call it until they stop.
DROP INDEX "posts_title_grams_idx";--> statement-breakpoint
DROP INDEX "posts_content_grams_idx";
