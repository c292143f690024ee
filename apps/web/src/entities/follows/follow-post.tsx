import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { endOffer, followOffer } from './follow-offer.ts';
import { followsQuery, useFollowPost } from './follows.queries.ts';

type FollowPostProps = {
  post: { id: number; isAuthor: boolean };
  /** What the viewer decides about it is not kept on the device. */
  isAnonymous: boolean;
};

/** The switch for news of a post, of which its author hears anyway; a question after the first comment. */
export function FollowPost({ post, isAnonymous }: FollowPostProps) {
  const { data } = useQuery({ ...followsQuery, enabled: !post.isAuthor });
  const follow = useFollowPost(post.id);
  const isOffered = useStore(followOffer) === post.id;
  if (post.isAuthor) return null;
  const isOn = data?.posts.some(({ id }) => id === post.id) ?? false;
  const change = (on: boolean) => {
    if (isOffered) endOffer(post.id, isAnonymous);
    follow.mutate(on);
  };
  const Icon = isOn ? BellRing : Bell;
  return (
    <div className="grid min-h-11 justify-items-center gap-3">
      <button
        type="button"
        aria-pressed={isOn}
        disabled={data === undefined}
        onClick={() => change(!isOn)}
        className={cx(
          'inline-flex h-11 select-none items-center gap-2 rounded-full border px-5 font-bold text-md transition-colors duration-100 disabled:opacity-60',
          isOn
            ? 'border-sea bg-sea-weak text-sea'
            : 'border-line-strong bg-paper text-ink hover:bg-hover active:bg-line',
        )}
      >
        <Icon size={18} aria-hidden />새 댓글 알림 받기
      </button>
      {isOffered && !isOn && data && (
        <section
          aria-label="새 댓글 알림"
          className="flex flex-wrap items-center justify-center gap-2 rounded-ctl bg-deck px-4 py-3"
        >
          <p role="status" className="text-md">
            이 글에 댓글이 더 달리면 알려 드릴까요?
          </p>
          <Button variant="primary" className="max-md:h-11" onClick={() => change(true)}>
            알림 받기
          </Button>
          <Button
            variant="ghost"
            className="max-md:h-11"
            onClick={() => endOffer(post.id, isAnonymous)}
          >
            괜찮아요
          </Button>
        </section>
      )}
    </div>
  );
}
