import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostItem } from '@naru/contract/posts';
import { CloudOff, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { POST_TEXTS } from './posts.texts.ts';
import { SummarySkeleton } from './summary-rows.tsx';

/** The one call behind all boxes, as far as it has come. */
export type Summaries = {
  data: Record<string, PostItem[]> | undefined;
  error: unknown;
  retry: () => void;
};

type SummaryPanelProps = {
  summaries: Summaries;
  type: BoardType;
  label: string;
  children: (posts: readonly PostItem[]) => ReactNode;
};

/** The lines of one board in a box of constant height, or why there are none. */
export function SummaryPanel({ summaries, type, label, children }: SummaryPanelProps) {
  const { data, error, retry } = summaries;
  return <div className="min-h-72">{content()}</div>;

  function content() {
    if (error && !data) {
      return (
        <ErrorState
          icon={<CloudOff size={22} aria-hidden="true" />}
          title={POST_TEXTS.summaryFailed}
          text={messageOf(error, POST_TEXTS.tryLater)}
          onRetry={retry}
          className="min-h-72 justify-center border-line border-t py-4!"
        />
      );
    }
    if (!data) return <SummarySkeleton label={`${label} 글을 불러오는 중입니다.`} />;
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
    return <ul aria-label={label}>{children(posts)}</ul>;
  }
}
