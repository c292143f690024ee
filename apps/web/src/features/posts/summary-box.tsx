import { BOARDS, type BoardType } from '@naru/contract/boards';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PATHS } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/flag.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Summaries, SummaryPanel, SummaryRow } from './summary-panel.tsx';

type SummaryBoxProps = {
  title: string;
  tabs: readonly { type: BoardType; label: string }[];
  summaries: Summaries;
};

/** The newest posts of one board at a time. */
export function SummaryBox({ title, tabs, summaries }: SummaryBoxProps) {
  const [chosen, setChosen] = useState<BoardType | undefined>(tabs[0]?.type);
  const current = chosen ?? 'NOTICE';
  const board = BOARDS[current];
  return (
    <Card as="section" aria-label={title} className="min-w-0 overflow-clip">
      <div className="flex items-center gap-2.5 px-5 pt-4 pb-2 max-md:px-4">
        <h2 className="font-bold text-lg">{title}</h2>
        <BoardLink type={current} className="-mr-2 ml-auto" />
      </div>
      <Tabs
        label={`${title} 게시판`}
        items={tabs.map(({ type, label }) => ({ value: type, label }))}
        value={current}
        onChange={setChosen}
        className="px-5 pb-3 max-md:px-4"
      >
        <SummaryPanel
          summaries={summaries}
          type={current}
          row={(post) => (
            <SummaryRow
              key={post.id}
              post={post}
              lead={board.group === 'community' && <Flag name={board.flag} size={18} />}
            />
          )}
        />
      </Tabs>
    </Card>
  );
}

/** The popular posts of all boards, ranked. */
export function PopularBox({ summaries }: { summaries: Summaries }) {
  const board = BOARDS.POPULAR;
  return (
    <Card as="section" aria-label={board.name} className="min-w-0 overflow-clip">
      <div className="flex items-center gap-2.5 px-5 pt-4 pb-3 max-md:px-4">
        <Flag name={board.flag} size={20} />
        <h2 className="font-bold text-lg">{board.name}</h2>
        <p className="text-ink-3 text-xs">최근 14일</p>
        <BoardLink type="POPULAR" className="-mr-2 ml-auto" />
      </div>
      <SummaryPanel
        summaries={summaries}
        type="POPULAR"
        row={(post, at) => {
          const { flag, name } = BOARDS[post.boardType];
          const lead = (
            <>
              <span className="w-4 shrink-0 text-center font-bold text-sea">{at + 1}</span>
              <Flag name={flag} size={18} title={name} />
            </>
          );
          return <SummaryRow key={post.id} post={post} brief lead={lead} />;
        }}
      />
    </Card>
  );
}

/** Links from a box to its board. */
export function BoardLink({ type, className }: { type: BoardType; className: string }) {
  const { slug, name } = BOARDS[type];
  return (
    <Link
      to={PATHS.board}
      params={{ boardType: slug }}
      className={cx(
        'rounded-md px-2 py-1 text-ink-3 text-sm hover:bg-hover hover:text-ink max-md:py-3',
        className,
      )}
    >
      <span className="sr-only">{name} </span>전체 보기
    </Link>
  );
}
