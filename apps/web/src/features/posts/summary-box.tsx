import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PATHS } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Summaries, SummaryPanel } from './summary-panel.tsx';
import { SummaryRow } from './summary-rows.tsx';

type SummaryBoxProps = {
  title: string;
  /** The boards with their short names, in the order of the tabs. */
  tabs: readonly { type: BoardType; label: string }[];
  summaries: Summaries;
};

/** The newest posts of a group of boards, one board at a time. */
export function SummaryBox({ title, tabs, summaries }: SummaryBoxProps) {
  const [chosen, setChosen] = useState<BoardType | undefined>(tabs[0]?.type);
  const current = chosen ?? 'NOTICE';
  const board = BOARDS[current];
  return (
    <Card as="section" aria-label={title} className="min-w-0 overflow-clip">
      <div className="flex items-center gap-2.5 px-5 pt-4 pb-2 max-md:px-4">
        <h2 className="font-bold text-lg">{title}</h2>
        <Link
          to={PATHS.board}
          params={{ boardType: board.slug }}
          className="-mr-2 ml-auto rounded-md px-2 py-1 text-ink-3 text-sm hover:bg-hover hover:text-ink max-md:py-3"
        >
          <span className="sr-only">{board.name} </span>전체 보기
        </Link>
      </div>
      <Tabs
        label={`${title} 게시판`}
        items={tabs.map(({ type, label }) => ({ value: type, label }))}
        value={current}
        onChange={setChosen}
        className="px-5 pb-3 max-md:px-4"
      >
        <SummaryPanel summaries={summaries} type={current} label={board.name}>
          {(posts: readonly PostItem[]) =>
            posts.map((post) => (
              <SummaryRow
                key={post.id}
                post={post}
                lead={board.group === 'community' && <Flag name={board.flag} size={18} />}
              />
            ))
          }
        </SummaryPanel>
      </Tabs>
    </Card>
  );
}
