import type { Board } from '@naru/contract/boards';
import { FileText, FileX2, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { NOTHING_YET } from '../../entities/search/partial-note.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { comingHint, POST_TEXTS } from './posts.texts.ts';

type EmptyListProps = {
  board: Board;
  query?: string | undefined;
  /** Conditions leave posts out. */
  isSelected?: boolean;
  /** The search has not looked everywhere. */
  isPartial?: boolean | undefined;
  /** The page number exceeds the number of pages. */
  pastEnd: boolean;
  onReset: () => void;
  /** Action of an empty board; null for readers who may not write. */
  write: ReactNode;
};

export function EmptyList(props: EmptyListProps) {
  const { board, query, isSelected, isPartial, pastEnd, onReset, write } = props;
  if ((query || isSelected) && !pastEnd) {
    return <NothingFound query={query} isPartial={isPartial} onReset={onReset} />;
  }
  const writeHint = comingHint(board) ?? (write === null ? undefined : '첫 글을 남겨 보세요.');
  const hint = board.form === 'item' ? POST_TEXTS.emptyMarket : writeHint;
  return (
    <EmptyState
      icon={<FileText size={22} />}
      title={pastEnd ? '이 페이지에는 글이 없습니다.' : POST_TEXTS.empty}
      text={pastEnd ? undefined : hint}
      action={pastEnd ? <Button onClick={onReset}>첫 페이지로</Button> : write}
    />
  );
}

type NothingFoundProps = Pick<EmptyListProps, 'query' | 'isPartial' | 'onReset'>;

function NothingFound({ query, isPartial, onReset }: NothingFoundProps) {
  const searched = isPartial
    ? NOTHING_YET
    : { title: '검색 결과가 없습니다.', text: '검색어를 줄이거나 검색 범위를 바꿔 보세요.' };
  const selected = { title: '조건에 맞는 글이 없습니다.', text: '조건을 지우면 모두 보입니다.' };
  return (
    <EmptyState
      icon={<SearchX size={22} />}
      {...(query ? searched : selected)}
      action={<Button onClick={onReset}>전체 글 보기</Button>}
    />
  );
}

type FailedProps = { error: unknown; onRetry: () => unknown };

export function ListFailed(props: FailedProps) {
  return (
    <div className="border-line border-t">
      <LoadError title="글 목록을 불러오지 못했습니다." {...props} />
    </div>
  );
}

export function PostFailed(props: FailedProps) {
  return <LoadError title="게시글을 불러오지 못했습니다." {...props} />;
}

/** The post does not exist, or the id cannot be one. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

export function PostNotFound({ back }: { back: ReactNode }) {
  return (
    <Page title={POST_TEXTS.notFound} width="form">
      <Card className="mt-10 flex flex-col items-center gap-2 px-6 py-12 text-center max-md:mt-4">
        <span className="mb-2 grid size-14 place-items-center rounded-full bg-deck text-ink-3">
          <FileX2 size={26} />
        </span>
        <PageHeading className="text-xl">{POST_TEXTS.notFound}</PageHeading>
        <p className="text-ink-3">삭제되었거나 주소가 잘못된 글입니다.</p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">{back}</div>
      </Card>
    </Page>
  );
}
