import { BOARDS, type BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/states.tsx';
import { LoadFailed } from './list-states.tsx';
import { POST_TEXTS } from './posts.texts.ts';
import { SummarySkeleton } from './summary-rows.tsx';

/** State of the one query behind all boxes. */
export type Summaries = {
  data: Record<string, PostItem[]> | undefined;
  error: unknown;
  retry: () => void;
};

type SummaryPanelProps = {
  summaries: Summaries;
  type: BoardType;
  row: (post: PostItem, index: number) => ReactNode;
};

/** The posts of one board in a box of constant height. */
export function SummaryPanel({ summaries, type, row }: SummaryPanelProps) {
  const { data, error, retry } = summaries;
  const { name } = BOARDS[type];
  return <div className="min-h-72">{content()}</div>;

  function content() {
    if (error && !data) {
      return (
        <LoadFailed
          title={POST_TEXTS.summaryFailed}
          error={error}
          onRetry={retry}
          className="min-h-72 justify-center border-line border-t py-4!"
        />
      );
    }
    if (!data) return <SummarySkeleton label={`${name} 글을 불러오는 중입니다.`} />;
    const posts = (data[type] ?? []).slice(0, LIMITS.summarySize);
    if (posts.length === 0) {
      return (
        <EmptyState
          icon={<FileText size={22} aria-hidden="true" />}
          title={POST_TEXTS.empty}
          text={POST_TEXTS.summaryEmpty}
          className="min-h-72 justify-center border-line border-t py-4!"
        />
      );
    }
    return <ul aria-label={name}>{posts.map(row)}</ul>;
  }
}
