import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { LecturePost } from '@naru/contract/lecture-posts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { PATHS } from '../../../app/paths.ts';
import { PageHeading } from '../../../ui/page.tsx';
import { AnswerBadge, tabOf } from '../lecture-post-row.tsx';

type LecturePostHeadProps = { post: LecturePost; author: ReactNode; actions: ReactNode };

const CRUMB =
  'min-w-0 truncate rounded-sm font-semibold text-ink-2 hover:text-ink max-md:-my-3 max-md:py-3';

export function LecturePostHead({ post, author, actions }: LecturePostHeadProps) {
  const params = { lectureId: String(post.lectureRoomId) };
  return (
    <header className="border-line border-b pb-5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
        <Link to={PATHS.lecture} params={params} className={CRUMB}>
          {post.lectureTitle}
        </Link>
        <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
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
      <PageHeading className="mt-2.5 leading-[1.4] [overflow-wrap:anywhere] max-md:text-xl">
        <bdi>{post.title}</bdi>
      </PageHeading>
      <div className="mt-4 flex items-center justify-between gap-3">
        {author}
        <div className="flex shrink-0 items-center gap-1.5 max-md:-mr-2 max-md:gap-0.5">
          {actions}
        </div>
      </div>
    </header>
  );
}
