import type { Role } from '@naru/contract/roles';
import { type ReactNode, useState } from 'react';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const PAGE_SIZE = 50;

type Row = {
  line: number;
  verdict: string;
  username: string;
  name: string;
  role: Role;
  note: string;
};

export type Verdict = { label: string; tone: BadgeTone };

type VerdictListProps<R extends Row> = {
  /** The verdicts in the order in which they are shown. */
  verdicts: Record<string, Verdict>;
  rows: readonly R[];
  /** How many there are of each verdict; of a long file `rows` has the first of each. */
  counts: readonly { verdict: string; count: number }[];
  /** More about a row, below its name. */
  detail?: (row: R) => ReactNode;
};

/** What a file does with its lines: with all of them, or those of one verdict. */
export function VerdictList<R extends Row>(props: VerdictListProps<R>) {
  const { verdicts, rows, counts, detail } = props;
  const [chosen, setChosen] = useState('ALL');
  const [page, setPage] = useState(0);
  const order = Object.keys(verdicts);
  const present = counts.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  const countOf = (isOne: (verdict: string) => boolean) =>
    counts.reduce((sum, { verdict, count }) => sum + (isOne(verdict) ? count : 0), 0);
  const total = countOf(() => true);
  const shown = chosen === 'ALL' ? rows : rows.filter(({ verdict }) => verdict === chosen);
  const more = (chosen === 'ALL' ? total : countOf((verdict) => verdict === chosen)) - shown.length;
  const start = page * PAGE_SIZE;
  return (
    <div className="grid gap-3">
      <h3 className="sr-only">파일이 바꾸는 것</h3>
      <Tabs
        label="줄 고르기"
        items={[
          { value: 'ALL', label: `전체 ${number(total)}` },
          ...present.map(({ verdict, count }) => ({
            value: verdict,
            label: `${verdicts[verdict]?.label} ${number(count)}`,
          })),
        ]}
        value={chosen}
        onChange={(value) => {
          setChosen(value);
          setPage(0);
        }}
      />
      <ol aria-label="파일의 줄" className="rounded-ctl border border-line">
        {shown.slice(start, start + PAGE_SIZE).map((row) => (
          <li
            key={`${row.line} ${row.username} ${row.role}`}
            className="grid gap-1 border-line border-t px-3.5 py-2.5 first:border-t-0"
          >
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={verdicts[row.verdict]?.tone}>{verdicts[row.verdict]?.label}</Badge>
              <span className="font-semibold [overflow-wrap:anywhere]">
                <bdi>{row.name || '이름 없음'}</bdi>
              </span>
              <span className="text-ink-2 tabular-nums">{row.username}</span>
              <RoleTag role={row.role} />
              {row.line > 0 && <span className="text-ink-3 text-sm">{row.line}번째 줄</span>}
            </p>
            {detail?.(row)}
            {row.note && <p className="text-ink-2 text-sm">{row.note}</p>}
          </li>
        ))}
      </ol>
      <Pagination
        label="줄 페이지 이동"
        page={page}
        totalPages={Math.ceil(shown.length / PAGE_SIZE)}
        onPage={setPage}
      />
      {more > 0 && (
        <p className="text-ink-2 text-md">
          앞부분만 보여 드립니다. 이 밖에 {number(more)}줄이 더 있습니다.
        </p>
      )}
    </div>
  );
}

const number = (count: number) => count.toLocaleString('ko-KR');
