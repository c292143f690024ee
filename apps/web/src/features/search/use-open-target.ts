import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { FoundPost } from '@naru/contract/search';
import { useNavigate } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { openProfile } from '../../entities/member/profile-card.ts';
import type { Target } from './search-options.tsx';

/** The link to a post that was found, of a board or of a lecture room. */
export function linkOfPost({ id, boardType, lectureId }: FoundPost) {
  return lectureId === null
    ? ({
        to: PATHS.post,
        params: { boardType: BOARDS[boardType as BoardType].slug, postId: String(id) },
      } as const)
    : ({
        to: PATHS.lecturePost,
        params: { lectureId: String(lectureId), postId: String(id) },
      } as const);
}

export function useOpenTarget() {
  const navigate = useNavigate();
  return (target: Target): void => {
    switch (target.kind) {
      case 'search':
        return void navigate({ to: PATHS.search, search: { query: target.query } });
      case 'board':
        return void navigate({ to: PATHS.board, params: { boardType: target.slug } });
      case 'person':
        return openProfile(target.id);
      case 'lecture':
        return void navigate({ to: PATHS.lecture, params: { lectureId: String(target.id) } });
      case 'post':
        return void navigate(linkOfPost(target.post));
    }
  };
}
