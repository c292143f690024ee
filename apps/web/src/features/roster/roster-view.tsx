import { ROSTER_STATES, type RosterEntry, type RosterState } from '@naru/contract/roster';
import { useQuery } from '@tanstack/react-query';
import { BookUser, CalendarSync, FileUp } from 'lucide-react';
import { useState } from 'react';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { useStart } from '../../lib/start.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import {
  ConsoleIntro,
  ConsoleList,
  ConsoleSearch,
  FilterSelect,
  SearchField,
  useFollowed,
} from '../../ui/console.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EntryRow, ROSTER_STATE_LOOKS } from './entry-row.tsx';
import { RollOverDialog } from './roll-over-dialog.tsx';
import { type RosterFilter, roleEndsQuery, rosterQuery } from './roster.queries.ts';
import { RosterImportDialog } from './roster-import-dialog.tsx';

/** `page` counts from 0. */
export type RosterPlace = { filter: RosterFilter; page: number };

type ViewProps = { place: RosterPlace; onPlace: (place: RosterPlace) => void };

/** Console panel ROSTER: who is invited and who has joined, and the files of people. */
export function RosterView({ place: { filter, page }, onPlace }: ViewProps) {
  const [dialog, setDialog] = useState<'import' | 'roll-over' | null>(null);
  useStart('import', () => setDialog('import'));
  const found = useQuery(rosterQuery(filter, page));
  const isFiltered = filter.state !== undefined || filter.query !== '';
  const close = () => setDialog(null);
  // Nothing to search for and nothing to count.
  const isUnused = !isFiltered && found.data?.page.totalElements === 0;
  return (
    <div className="grid gap-4">
      <ConsoleIntro text="학과 구성원을 파일로 등록하면 초대 이메일이 갑니다. 저장하기 전에 줄마다 무엇이 바뀌는지 보여 줍니다.">
        <Button icon={<CalendarSync size={16} />} onClick={() => setDialog('roll-over')}>
          학년도 전환
        </Button>
        <Button variant="primary" icon={<FileUp size={16} />} onClick={() => setDialog('import')}>
          명부 가져오기
        </Button>
      </ConsoleIntro>
      <Card as="section" aria-label="명부" className="overflow-hidden">
        {!isUnused && (
          <RosterSearch
            searched={filter}
            pending={found.isFetching}
            counts={found.data?.counts}
            onSearch={(next) => onPlace({ filter: next, page: 0 })}
          />
        )}
        <div className="border-line not-first:border-t" aria-live="polite">
          <ConsoleList<RosterEntry>
            name="명부의 사람"
            query={found}
            failed="명부를 불러오지 못했습니다."
            onPage={(next) => onPlace({ filter, page: next })}
            rows={found.data?.entries}
            keyOf={({ id }) => id}
            empty={{
              icon: <BookUser size={22} />,
              title: isFiltered ? '검색 결과가 없습니다.' : '아직 명부가 없습니다.',
              text: isFiltered
                ? '조건을 바꿔 다시 검색해 주세요.'
                : '‘명부 가져오기’로 학번, 이름, 이메일, 권한이 적힌 파일을 올려 주세요.',
            }}
          >
            {(entry) => <EntryRow entry={entry} />}
          </ConsoleList>
        </div>
      </Card>
      <RoleEnds />
      {dialog === 'import' && <RosterImportDialog onClose={close} />}
      {dialog === 'roll-over' && <RollOverDialog onClose={close} />}
    </div>
  );
}

const STATE_OPTIONS = ROSTER_STATES.map((value) => ({
  value,
  label: ROSTER_STATE_LOOKS[value].label,
}));

type SearchProps = {
  searched: RosterFilter;
  pending: boolean;
  counts: Record<RosterState, number> | undefined;
  onSearch: (filter: RosterFilter) => void;
};

function RosterSearch({ searched, pending, counts, onSearch }: SearchProps) {
  const [filter, change] = useFollowed(searched);
  return (
    <ConsoleSearch
      filter={filter}
      pending={pending}
      onSearch={onSearch}
      lead={counts && <Counts counts={counts} />}
      note="명부를 본 일은 감사 기록에 남습니다."
      className="md:grid-cols-[minmax(0,1fr)_11rem]"
    >
      <SearchField
        label="학번(교번), 이름, 이메일"
        value={filter.query}
        onText={(query) => change({ query })}
      />
      <FilterSelect
        label="상태"
        all="모든 상태"
        options={STATE_OPTIONS}
        value={filter.state}
        onChoose={(state) => change({ state })}
      />
    </ConsoleSearch>
  );
}

function Counts({ counts }: { counts: Record<RosterState, number> }) {
  return (
    <ul aria-label="상태별 사람 수" className="flex flex-wrap gap-2">
      {ROSTER_STATES.filter((state) => counts[state] > 0).map((state) => {
        const { label, tone }: { label: string; tone: BadgeTone } = ROSTER_STATE_LOOKS[state];
        return (
          <li key={state}>
            <Badge tone={tone}>
              {label} {counts[state].toLocaleString('ko-KR')}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

/** Roles that end by themselves, the next one first; nothing as long as there are none. */
function RoleEnds() {
  const query = useQuery(roleEndsQuery);
  const { data, error } = query;
  if (!error && !data?.length) return null;
  return (
    <Card as="section" aria-label="종료일이 있는 권한" className="overflow-hidden">
      <h2 className="border-line border-b px-5 py-3.5 font-bold text-lg max-md:px-4">
        종료일이 있는 권한{' '}
        {data && <span className="font-normal text-ink-3 text-md">{data.length}</span>}
      </h2>
      {!data && <LoadState query={query} failed="권한을 불러오지 못했습니다." rows={2} />}
      {data && (
        <ul aria-label="종료일이 있는 권한">
          {data.map(({ memberId, username, name, role, lastDay }) => (
            <li
              key={`${memberId} ${role}`}
              className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-t px-5 py-3 first:border-t-0 max-md:px-4"
            >
              <bdi className="font-semibold [overflow-wrap:anywhere]">{name}</bdi>
              <span className="text-ink-2 tabular-nums">{username}</span>
              <RoleTag role={role} />
              <span className="ml-auto text-ink-2 text-md">{lastDay}까지</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
