import { LECTURE_BOARDS } from '@naru/contract/boards';
import type { LecturePostItem } from '@naru/contract/lecture-posts';
import { CircleCheck, Hourglass } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { LECTURE_POST_TEXTS } from './lecture-posts.texts.ts';

type AnswerBadgeProps = {
  post: Pick<LecturePostItem, 'boardType' | 'answered'>;
  className?: string;
};

/** Answer state of a question; nothing on other tabs. */
export function AnswerBadge({ post, className }: AnswerBadgeProps) {
  if (!LECTURE_BOARDS[post.boardType].answeredByProfessor) return null;
  return post.answered ? (
    <Badge tone="tide" className={className}>
      <CircleCheck size={12} aria-hidden="true" />
      {LECTURE_POST_TEXTS.answered}
    </Badge>
  ) : (
    <Badge tone="gold" className={className}>
      <Hourglass size={12} aria-hidden="true" />
      {LECTURE_POST_TEXTS.waiting}
    </Badge>
  );
}
