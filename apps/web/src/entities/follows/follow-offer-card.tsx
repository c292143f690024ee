import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { endOffer } from './follow-offer.ts';
import { followsQuery, useFollowPost } from './follows.queries.ts';

type FollowOfferCardProps = {
  postId: number;
  /** The device does not store what the viewer decides about an anonymous post. */
  isAnonymous: boolean;
};

/** Offers notifications of further comments after the viewer's first one below a post. */
export function FollowOfferCard({ postId, isAnonymous }: FollowOfferCardProps) {
  const { data } = useQuery(followsQuery);
  const follow = useFollowPost(postId);
  if (data === undefined || data.posts.some(({ id }) => id === postId)) return null;
  const end = () => endOffer(postId, isAnonymous);
  const accept = () => {
    end();
    follow.mutate(true);
  };
  return (
    <section
      aria-label="새 댓글 알림"
      className="mb-2.5 flex flex-wrap items-center gap-2 rounded-ctl bg-deck px-4 py-2"
    >
      <p role="status" className="mr-auto text-md">
        이 글에 댓글이 더 달리면 알려 드릴까요?
      </p>
      <Button size="sm" variant="primary" className="max-md:h-11" onClick={accept}>
        알림 받기
      </Button>
      <Button size="sm" variant="ghost" className="max-md:h-11" onClick={end}>
        받지 않기
      </Button>
    </section>
  );
}
