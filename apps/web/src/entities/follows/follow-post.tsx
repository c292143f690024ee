import { useQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { followsQuery, useFollowPost } from './follows.queries.ts';

/** Switches notifications of a post, which its author gets anyway. */
export function FollowPost({ post }: { post: { id: number; isAuthor: boolean } }) {
  const { data } = useQuery({ ...followsQuery, enabled: !post.isAuthor });
  const follow = useFollowPost(post.id);
  if (post.isAuthor) return null;
  const isOn = data?.posts.some(({ id }) => id === post.id) ?? false;
  const Icon = isOn ? BellRing : Bell;
  return (
    <div className="flex justify-center">
      <button
        type="button"
        aria-pressed={isOn}
        disabled={data === undefined}
        onClick={() => follow.mutate(!isOn)}
        className={cx(
          'inline-flex h-11 select-none items-center gap-2 rounded-full border px-5 font-bold text-md transition-colors duration-100 disabled:opacity-60',
          isOn
            ? 'border-sea bg-sea-weak text-sea'
            : 'border-line-strong bg-paper text-ink hover:bg-hover active:bg-line',
        )}
      >
        <Icon size={18} aria-hidden />새 댓글 알림 받기
      </button>
    </div>
  );
}
