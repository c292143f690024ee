-- Order of the popular list. Likes of others weigh 3, comments 2, views 0.1; a post loses half of its
-- weight every 36 hours. Written as a sum of a logarithm and the time of writing, the order of two
-- posts never changes by waiting, so the value is stored and indexed, and nothing has to be refreshed.
CREATE FUNCTION posts_hot_score() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.hot_score :=
    ln(1 + 3 * greatest(NEW.like_count - NEW.self_like_count, 0)
         + 2 * NEW.comment_count + 0.1 * NEW.view_count) / ln(2)
    + extract(epoch FROM NEW.created_at) / 129600;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_hot_score BEFORE INSERT OR UPDATE OF like_count, self_like_count, comment_count, view_count, created_at
  ON posts FOR EACH ROW EXECUTE FUNCTION posts_hot_score();
