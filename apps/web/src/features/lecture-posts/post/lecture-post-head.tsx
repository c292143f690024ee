import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { PostHeader } from '../../../entities/posts/post-author.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { AnswerBadge, tabOf } from '../lecture-post-row.tsx';

type LecturePostHeadProps = { post: LecturePost; author: ReactNode; actions: ReactNode };

const CRUMB =
  'min-w-0 truncate rounded-sm font-semibold text-ink-2 hover:text-ink max-md:-my-3 max-md:py-3';

export function LecturePostHead({ post, author, actions }: LecturePostHeadProps) {
  const params = { lectureId: String(post.lectureRoomId) };
  return (
    <PostHeader
      crumbs={
        <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
          <Link to={PATHS.lecture} params={params} className={CRUMB}>
            {post.lectureTitle}
          </Link>
          <ChevronRight size={14} className="shrink-0 text-ink-3" />
          <Link
            to={PATHS.lecture}
            params={params}
            search={{ tab: tabOf(post.boardType) }}
            className={CRUMB}
          >
            {LECTURE_BOARDS[post.boardType].name}
          </Link>
          <AnswerBadge post={post} className="ml-1" />
        </div>
      }
      title={post.title}
      author={author}
      actions={actions}
    />
  );
}
