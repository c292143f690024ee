import type { Head } from '@naru/contract/heads';
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';

/** Classes of a title link that makes its whole row clickable; visited links are dimmed. */
export const ROW_LINK =
  'min-w-0 font-medium visited:text-ink-2 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-[-2px]';

/** Word joiner: keeps the marks on the line of the title's last word. */
const GLUE = '\u2060';

/** What stands behind a title and never begins a line, such as the number of comments. */
export function RowMarks(props: { children: ReactNode; className?: string }) {
  return (
    <span className={cx('whitespace-nowrap text-sm', props.className)}>
      {GLUE}
      {props.children}
    </span>
  );
}

type RowCountProps = { icon: ReactNode; label: string; count: number; className?: string };

export function RowCount({ icon, label, count, className }: RowCountProps) {
  return (
    <span className={cx('flex shrink-0 items-center gap-1', className)}>
      <span aria-hidden="true" className="text-ink-3">
        {icon}
      </span>
      <span className="sr-only">{label} </span>
      {formatCount(count)}
    </span>
  );
}

/** Marks the title of a post that has files. */
export function FilesMark({ className }: { className: string }) {
  return (
    <span className={cx('text-ink-3', className)}>
      <Paperclip size={13} className="inline-block align-[-0.12em]" />
      <span className="sr-only">첨부 파일 있음</span>
    </span>
  );
}

/** The number of comments after a title, such as `[3]`; renders nothing for 0. */
export function CommentCount({ count, className }: { count: number; className: string }) {
  if (count === 0) return null;
  return (
    <span className={cx('font-bold text-sea', className)}>
      <span aria-hidden="true">[{formatCount(count)}]</span>
      <span className="sr-only">댓글 {count}개</span>
    </span>
  );
}

/** The head of a post before its title. */
export function HeadTag({ head, className }: { head: Head; className?: string }) {
  return (
    <Badge tone="plain" className={className}>
      <span className="sr-only">말머리 </span>
      <bdi>{head.name}</bdi>
    </Badge>
  );
}
