import type { FoundPost } from '@naru/contract/search';
import { useNavigate } from '@tanstack/react-router';
import { openProfile } from '../../entities/member/profile-card.ts';
import { contentPath, PATHS } from '../../lib/paths.ts';
import type { Target } from './search-options.tsx';

/** The address of a post that was found, on a board or in a lecture room. */
export function pathOfPost({ id, boardType, lectureId }: FoundPost): string {
  return contentPath({ boardType, postId: id, lectureId });
}

export function useOpenTarget() {
  const navigate = useNavigate();
  return (target: Target): void => {
    switch (target.kind) {
      case 'search':
        void navigate({ to: PATHS.search, search: { query: target.query } });
        return;
      case 'board':
        void navigate({ to: PATHS.board, params: { boardType: target.slug } });
        return;
      case 'person':
        openProfile(target.id);
        return;
      case 'lecture':
        void navigate({ to: PATHS.lecture, params: { lectureId: String(target.id) } });
        return;
      case 'post':
        void navigate({ href: pathOfPost(target.post) });
        return;
    }
  };
}
