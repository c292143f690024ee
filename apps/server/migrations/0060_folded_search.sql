-- Written by hand but for the columns. Posts that are there already are folded in parts by a job.
ALTER TABLE "posts" ADD COLUMN "folded_title" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "folded_text" text;--> statement-breakpoint
-- Compatibility forms replaced. Single letters of syllables are private characters meanwhile, because theirs would
-- join them to the syllable before.
CREATE FUNCTION search_composed(source text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN source ~ '[ㄱ-ㅣ]' THEN
  translate(
    normalize(translate(source,
      'ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ',
      E'\U0010F000\U0010F001\U0010F002\U0010F003\U0010F004\U0010F005\U0010F006\U0010F007\U0010F008\U0010F009\U0010F00A\U0010F00B\U0010F00C\U0010F00D\U0010F00E\U0010F00F\U0010F010\U0010F011\U0010F012\U0010F013\U0010F014\U0010F015\U0010F016\U0010F017\U0010F018\U0010F019\U0010F01A\U0010F01B\U0010F01C\U0010F01D\U0010F01E\U0010F01F\U0010F020\U0010F021\U0010F022\U0010F023\U0010F024\U0010F025\U0010F026\U0010F027\U0010F028\U0010F029\U0010F02A\U0010F02B\U0010F02C\U0010F02D\U0010F02E\U0010F02F\U0010F030\U0010F031\U0010F032'), NFKC),
    E'\U0010F000\U0010F001\U0010F002\U0010F003\U0010F004\U0010F005\U0010F006\U0010F007\U0010F008\U0010F009\U0010F00A\U0010F00B\U0010F00C\U0010F00D\U0010F00E\U0010F00F\U0010F010\U0010F011\U0010F012\U0010F013\U0010F014\U0010F015\U0010F016\U0010F017\U0010F018\U0010F019\U0010F01A\U0010F01B\U0010F01C\U0010F01D\U0010F01E\U0010F01F\U0010F020\U0010F021\U0010F022\U0010F023\U0010F024\U0010F025\U0010F026\U0010F027\U0010F028\U0010F029\U0010F02A\U0010F02B\U0010F02C\U0010F02D\U0010F02E\U0010F02F\U0010F030\U0010F031\U0010F032',
    'ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ')
  ELSE normalize(source, NFKC) END;
--> statement-breakpoint
-- `searchText` of the contract. Texts of nothing but what it leaves as it is, which are most, cost one comparison.
CREATE FUNCTION search_text(source text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN source ~ E'[^\\n -~가-힣ㄱ-ㅎㅏ-ㅣ·“”‘’—–→←↑↓□■○●◇◆△▲▽▼☆★、。「」『』【】《》〈〉一-鿿\U0001F300-\U0001F64F\U0001F680-\U0001F6FF\U0001F900-\U0001F9FF]|[\\n ][\\n ]' THEN
  regexp_replace(replace(replace(regexp_replace(
    search_composed(regexp_replace(source,
      E'[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]+',
      '', 'g')),
    E'[\\t\\x0b\\f\\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'),
    E' \n', E'\n'), E'\n ', E'\n'), E'\n+', E'\n', 'g')
  ELSE source END;
--> statement-breakpoint
-- `foldText` of the contract, but for the case of letters that PostgreSQL and JavaScript fold differently.
CREATE FUNCTION search_folded(source text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(replace(search_text(source), E'\n', ' '));
--> statement-breakpoint
-- The character of a text at which the words begin in what it is folded to, or one of the few before it; 0 without
-- them. Without `folded` the text is folded itself.
CREATE FUNCTION search_place(source text, folded text, words text) RETURNS integer
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  place integer := strpos(lower(replace(coalesce(folded, source), E'\n', ' ')), lower(words));
  low integer := 0;
  high integer := char_length(source);
  middle integer;
BEGIN
  IF folded IS NULL OR place = 0 THEN
    RETURN place;
  END IF;
  WHILE high - low > 8 LOOP
    middle := (low + high) / 2;
    IF char_length(search_text(left(source, middle))) < place THEN
      low := middle;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  RETURN low + 1;
END $$;
--> statement-breakpoint
CREATE FUNCTION posts_folded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.folded_title := nullif(search_text(NEW.title), NEW.title);
  NEW.folded_text := nullif(search_text(NEW.content_text), NEW.content_text);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_folded BEFORE INSERT OR UPDATE OF title, content_text
  ON posts FOR EACH ROW EXECUTE FUNCTION posts_folded();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION posts_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL OR NEW.blinded_at IS NOT NULL THEN
    DELETE FROM post_search WHERE post_id = NEW.id;
  ELSE
    INSERT INTO post_search (post_id, board_type, created_at, author_id, tokens)
    VALUES (NEW.id, NEW.board_type, NEW.created_at, NEW.author_id,
      search_tokens(NEW.board_type, NEW.created_at,
        coalesce(NEW.folded_title, NEW.title), coalesce(NEW.folded_text, NEW.content_text)))
    ON CONFLICT (post_id) DO UPDATE
      SET board_type = EXCLUDED.board_type, created_at = EXCLUDED.created_at,
        author_id = EXCLUDED.author_id, tokens = EXCLUDED.tokens;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER posts_search AFTER INSERT OR UPDATE OF board_type, author_id, title, content_text,
  folded_title, folded_text, created_at, deleted_at, blinded_at
  ON posts FOR EACH ROW WHEN (NEW.lecture_id IS NULL) EXECUTE FUNCTION posts_search();
--> statement-breakpoint
-- Of the words of one member that fold to the same, the first stays.
DELETE FROM alert_words AS later USING alert_words AS first
WHERE first.member_id = later.member_id AND search_folded(first.folded) = search_folded(later.folded)
  AND (first.created_at, first.folded) < (later.created_at, later.folded);
--> statement-breakpoint
UPDATE alert_words SET folded = search_folded(folded)
WHERE folded <> search_folded(folded) AND char_length(search_folded(folded)) BETWEEN 2 AND 480;
--> statement-breakpoint
SELECT graphile_worker.add_job('fold-posts', '{"after": 0}') WHERE EXISTS (SELECT FROM posts);
