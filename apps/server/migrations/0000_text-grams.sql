-- The distinct pairs of neighbouring characters of a text, lower case, in composed form, without
-- pairs that hold white space. Two Korean syllables are one pair, so a search for two syllables or
-- for a part of a word can use an index on any PostgreSQL, whatever its locale and extensions.
-- Kept to the first 20,000 characters.
CREATE FUNCTION text_grams(source text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN (
  SELECT coalesce(array_agg(DISTINCT pair.a || pair.b), '{}'::text[])
  FROM (
    SELECT letter.c AS a, lead(letter.c) OVER (ORDER BY letter.n) AS b
    FROM unnest(string_to_array(left(lower(normalize(source, NFC)), 20000), NULL))
      WITH ORDINALITY AS letter(c, n)
  ) AS pair
  WHERE pair.b IS NOT NULL AND pair.a !~ '\s' AND pair.b !~ '\s'
);
