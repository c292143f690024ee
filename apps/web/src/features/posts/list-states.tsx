import type { Board } from '@naru/contract/boards';
import { CloudOff, FileText, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { POST_TEXTS } from './posts.texts.ts';

type EmptyListProps = {
  board: Board;
  /** Search text, if any. */
  query?: string;
  /** The page number exceeds the number of pages. */
  pastEnd: boolean;
  onReset: () => void;
  /** Action of an empty board; null for readers who may not write. */
  write: ReactNode;
};

export function EmptyList(props: EmptyListProps) {
  const { board, query, pastEnd, onReset, write } = props;
  if (pastEnd) {
    return (
      <EmptyState
        icon={<FileText size={22} aria-hidden="true" />}
        title={POST_TEXTS.emptyPage}
        action={<Button onClick={onReset}>첫 페이지로</Button>}
      />
    );
  }
  if (query) {
    return (
      <EmptyState
        icon={<SearchX size={22} aria-hidden="true" />}
        title={POST_TEXTS.searchEmpty}
        text={POST_TEXTS.searchEmptyHint}
        action={<Button onClick={onReset}>전체 글 보기</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<FileText size={22} aria-hidden="true" />}
      title={POST_TEXTS.empty}
      text={emptyHint(board, write !== null)}
      action={write}
    />
  );
}

function emptyHint(board: Board, canWrite: boolean): string | undefined {
  if (board.form === 'item') return POST_TEXTS.emptyMarket;
  return canWrite ? POST_TEXTS.emptyHint : undefined;
}

type FailedProps = { title: string; error: unknown; onRetry: () => void; className?: string };

/** A failed query of posts. */
export function LoadFailed({ error, ...rest }: FailedProps) {
  return (
    <ErrorState
      icon={<CloudOff size={22} aria-hidden="true" />}
      text={messageOf(error, POST_TEXTS.tryLater)}
      {...rest}
    />
  );
}

export function ListFailed(props: { error: unknown; onRetry: () => void }) {
  return (
    <div className="border-line border-t">
      <LoadFailed title={POST_TEXTS.listFailed} {...props} />
    </div>
  );
}
