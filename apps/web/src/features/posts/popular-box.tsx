import { BOARDS } from '@naru/contract/boards';
import { Link } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Flag } from '../../ui/flag.tsx';
import { POST_TEXTS } from './posts.texts.ts';
import { type Summaries, SummaryPanel } from './summary-panel.tsx';
import { SummaryRow } from './summary-rows.tsx';

/** The most liked and read posts of the last days, whatever their board. */
export function PopularBox({ summaries }: { summaries: Summaries }) {
  const board = BOARDS.POPULAR;
  return (
    <Card as="section" aria-label={board.name} className="min-w-0 overflow-clip">
      <div className="flex items-center gap-2.5 px-5 pt-4 pb-3 max-md:px-4">
        <Flag name={board.flag} size={20} />
        <h2 className="font-bold text-lg">{board.name}</h2>
        <p className="text-ink-3 text-xs">{POST_TEXTS.popularHint}</p>
        <Link
          to={PATHS.board}
          params={{ boardType: board.slug }}
          className="-mr-2 ml-auto rounded-md px-2 py-1 text-ink-3 text-sm hover:bg-hover hover:text-ink max-md:py-3"
        >
          <span className="sr-only">{board.name} </span>전체 보기
        </Link>
      </div>
      <SummaryPanel summaries={summaries} type={board.type} label={board.name}>
        {(posts) =>
          posts.map((post, at) => (
            <SummaryRow
              key={post.id}
              post={post}
              brief
              lead={
                <>
                  <span className="w-4 shrink-0 text-center font-bold text-sea">{at + 1}</span>
                  <Flag
                    name={BOARDS[post.boardType].flag}
                    size={18}
                    title={BOARDS[post.boardType].name}
                  />
                </>
              }
            />
          ))
        }
      </SummaryPanel>
    </Card>
  );
}
