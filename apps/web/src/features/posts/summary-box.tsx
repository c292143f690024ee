import { BOARDS, type BoardType } from '@naru/contract/boards';
import { PAGE_LIMITS } from '@naru/contract/page-limits';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { ChevronRight, FileText } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { newBadgesEnabled } from '../../entities/boards/new-badges-enabled.ts';
import { useHasRole } from '../../entities/member/me.ts';
import { FilesMark, HeadTag, ROW_LINK } from '../../entities/posts/post-row-parts.tsx';
import { formatCount } from '../../lib/format/numbers.ts';
import { PATHS } from '../../lib/paths.ts';
import { usePlace } from '../../lib/place.ts';
import { useStore } from '../../lib/store.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { comingHint, POST_TEXTS } from './posts.texts.ts';

// Marks are optional: nothing is shown while they load or when they fail.
export const SummaryCount = quietPart(
  async () => (await import('./summary-marks.tsx')).SummaryCount,
);
const SummaryTabDot = quietPart(async () => (await import('./summary-marks.tsx')).SummaryTabDot);
const SummaryDot = quietPart(async () => (await import('./summary-marks.tsx')).SummaryDot);

type SummaryTab = { type: BoardType; label: string };
type SummaryBoxProps = {
  title: string;
  /** Of the chosen tab in the address. */
  name: string;
  tabs: readonly [SummaryTab, ...SummaryTab[]];
  /** Posts of a board that are shown. */
  size: number;
  summaries: Summaries;
};

/** Title, tabs and link share one row on phones. */
const BOX_GRID =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center md:grid-cols-[auto_minmax(0,1fr)] *:[[role=tabpanel]]:col-span-full';
const BOX_TABS =
  'max-md:col-start-2 max-md:row-start-1 max-md:flex-nowrap max-md:gap-x-0 max-md:overflow-x-auto max-md:px-2 max-md:[scrollbar-width:none] max-md:[&_button>span]:px-2 *:relative md:col-span-full md:px-5 md:pb-3';

/** The newest posts of one board at a time. */
export function SummaryBox({ title, name, tabs, size, summaries }: SummaryBoxProps) {
  const { oneOf, go } = usePlace();
  const [{ type: first }] = tabs;
  const current =
    oneOf(
      name,
      tabs.map(({ type }) => type),
    ) ?? first;
  const showsMarks = useStore(newBadgesEnabled);
  const labelOf = ({ type, label }: SummaryTab) =>
    showsMarks && type !== current ? (
      <>
        {label}
        <SummaryTabDot type={type} />
      </>
    ) : (
      label
    );
  return (
    <Card as="section" aria-label={title} className={`min-w-0 overflow-clip ${BOX_GRID}`}>
      <div className="flex items-center gap-2 pl-4 md:pt-3 md:pl-5">
        <h2 className="font-bold text-lg max-md:text-base">{title}</h2>
        {showsMarks && <SummaryCount type={current} />}
      </div>
      <BoardLink
        type={current}
        className="ml-auto max-md:col-start-3 max-md:row-start-1 md:mt-3 md:mr-3"
      />
      <Tabs
        label={`${title} 게시판`}
        items={tabs.map((tab) => ({ value: tab.type, label: labelOf(tab) }))}
        value={current}
        onChange={(type) => go({ [name]: type === first ? undefined : type })}
        className={BOX_TABS}
      >
        <SummaryPanel
          summaries={summaries}
          type={current}
          size={size}
          // A board on which nobody writes is a ranking of others.
          row={BOARDS[current].writeRole === null ? rankedRow : plainRow}
        />
      </Tabs>
    </Card>
  );
}

function plainRow(post: PostItem): ReactNode {
  const { group, flag } = BOARDS[post.boardType];
  const lead = group === 'community' && <Flag name={flag} size={18} />;
  return <SummaryRow key={post.id} post={post} lead={lead} />;
}

function rankedRow(post: PostItem, at: number): ReactNode {
  const { flag, name } = BOARDS[post.boardType];
  const lead = (
    <>
      <span className="w-4 shrink-0 text-center font-bold text-sea">{at + 1}</span>
      <Flag name={flag} size={18} title={name} />
    </>
  );
  return <SummaryRow key={post.id} post={post} brief lead={lead} />;
}

/** The popular posts of all boards, ranked. */
export function PopularBox({ summaries }: { summaries: Summaries }) {
  const board = BOARDS.POPULAR;
  return (
    <Card
      as="section"
      aria-label={board.name}
      className="unseen-box min-w-0 overflow-clip [--unseen-h:22rem]"
    >
      <div className="flex items-center gap-2.5 px-5 pt-4 pb-3 max-md:px-4">
        <Flag name={board.flag} size={20} />
        <h2 className="font-bold text-lg">{board.name}</h2>
        <p className="text-ink-3 text-xs">최근 14일</p>
        <BoardLink type="POPULAR" className="-mr-2 ml-auto" />
      </div>
      <SummaryPanel
        summaries={summaries}
        type="POPULAR"
        size={PAGE_LIMITS.summarySize}
        row={rankedRow}
      />
    </Card>
  );
}

export function BoardLink({ type, className }: { type: BoardType; className: string }) {
  const { slug, name } = BOARDS[type];
  return (
    <Link
      to={PATHS.board}
      params={{ boardType: slug }}
      className={cx(
        'shrink-0 rounded-md px-2 py-1 text-ink-3 text-sm hover:bg-hover hover:text-ink max-md:p-3',
        className,
      )}
    >
      <span className="sr-only">{name} </span>
      <span className="max-md:sr-only">전체 보기</span>
      <ChevronRight size={18} className="md:hidden" />
    </Link>
  );
}

/** State of the one query behind all boxes. */
export type Summaries = {
  data: Record<string, PostItem[]> | undefined;
  error: unknown;
  retry: () => void;
};

const ROW =
  'relative flex h-12 items-center gap-2.5 border-line border-t px-5 max-md:h-11 max-md:gap-2 max-md:px-4';
const STATE = 'h-full justify-center border-line border-t py-4!';

type SummaryPanelProps = {
  summaries: Summaries;
  type: BoardType;
  size: number;
  row: (post: PostItem, index: number) => ReactNode;
};

/** The posts of one board in a box of constant height. */
function SummaryPanel({ summaries, type, size, row }: SummaryPanelProps) {
  const { data, error, retry } = summaries;
  const { name } = BOARDS[type];
  return (
    <div
      className="grid grid-cols-1 min-h-[calc(var(--rows)*3rem)] max-md:min-h-[calc(var(--rows)*2.75rem)]"
      style={{ '--rows': size } as CSSProperties}
    >
      {content()}
    </div>
  );

  function content() {
    if (error && !data) {
      return (
        <LoadError
          title={POST_TEXTS.summaryFailed}
          error={error}
          onRetry={retry}
          className={STATE}
        />
      );
    }
    if (!data) return <SummarySkeleton rows={size} label={`${name} 글을 불러오는 중입니다.`} />;
    const posts = (data[type] ?? []).slice(0, size);
    if (posts.length === 0) return <EmptySummary type={type} />;
    return <ul aria-label={name}>{posts.map(row)}</ul>;
  }
}

/** Offers those who may write on the board to begin. */
function EmptySummary({ type }: { type: BoardType }) {
  const board = BOARDS[type];
  const canWrite = useHasRole(board.writeRole ?? 'SYSTEM') && board.writeRole !== null;
  const isNotice = board.group === 'notice';
  const begin = isNotice ? '첫 공지를 써 보세요.' : '첫 글을 남겨 보세요.';
  return (
    <EmptyState
      icon={<FileText size={22} />}
      title={POST_TEXTS.empty}
      text={canWrite ? begin : (comingHint(board) ?? '새 글이 올라오면 여기에 보여 드립니다.')}
      action={
        canWrite && (
          <LinkButton size="sm" to={PATHS.write} params={{ boardType: board.slug }}>
            {isNotice ? '공지 쓰기' : '글쓰기'}
          </LinkButton>
        )
      }
      className={STATE}
    />
  );
}

type SummaryRowProps = {
  post: PostItem;
  lead?: ReactNode;
  /** Hides pin and age, for longer titles in narrow boxes. */
  brief?: boolean;
};

function SummaryRow({ post, lead, brief = false }: SummaryRowProps) {
  const showsMarks = useStore(newBadgesEnabled);
  return (
    <li className={`${ROW} transition-colors duration-100 hover:bg-hover`}>
      {lead}
      {showsMarks && !brief && <SummaryDot post={post} />}
      {post.pinned && !brief && <Badge tone="buoy">{POST_TEXTS.pinned}</Badge>}
      {post.head && !brief && <HeadTag head={post.head} />}
      <Link
        to={PATHS.post}
        params={{ boardType: BOARDS[post.boardType].slug, postId: String(post.id) }}
        className={`${ROW_LINK} flex-1 truncate`}
      >
        <bdi>{post.title}</bdi>
      </Link>
      {post.hasFiles && <FilesMark className="shrink-0 text-sm" />}
      {post.commentCount > 0 && (
        <span className="shrink-0 font-bold text-sea text-sm">
          <span className="sr-only">댓글 </span>
          {formatCount(post.commentCount)}
        </span>
      )}
      {!brief && (
        <TimeText
          date={post.createdDate}
          kind="community"
          className="shrink-0 text-ink-3 text-sm"
        />
      )}
    </li>
  );
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4', 'w-2/5'];

function SummarySkeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {WIDTHS.slice(0, rows).map((width) => (
        <div key={width} className={ROW}>
          <Skeleton className={width} />
          <Skeleton className="ml-auto h-3! w-10" />
        </div>
      ))}
    </div>
  );
}
