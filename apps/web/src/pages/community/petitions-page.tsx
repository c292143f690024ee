import { BOARDS } from '@naru/contract/boards';
import type { PetitionTab } from '@naru/contract/choices';
import { getRouteApi } from '@tanstack/react-router';
import { BoardHeader } from '../../features/boards/board-header.tsx';
import { useBoardVisit } from '../../features/boards/use-board-visit.ts';
import { PetitionList, searchOf } from '../../features/petitions/petition-list.tsx';
import { PATHS } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const route = getRouteApi(PATHS.petitions);
const TABS: readonly { value: PetitionTab; label: string }[] = [
  { value: 'collecting', label: '모으는 중' },
  { value: 'waiting', label: '답변 대기·기한 지남' },
  { value: 'answered', label: '답변함' },
  { value: 'all', label: '전체' },
];

/** Tab and page are in the URL. */
export function PetitionsPage() {
  const { tab = 'collecting', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const board = BOARDS.PETITION;
  useBoardVisit(board, true);
  const show = (next: PetitionTab, at = 0) => void navigate({ search: searchOf(next, at) });
  return (
    <Page title={board.name}>
      <Card as="section" className="overflow-clip">
        <BoardHeader board={board} />
        <Tabs
          label="청원의 상태"
          items={TABS}
          value={tab}
          onChange={(next) => show(next)}
          className="px-5 pb-3 max-md:px-4"
        >
          <PetitionList tab={tab} page={page - 1} onPage={(next) => show(tab, next)} />
        </Tabs>
      </Card>
    </Page>
  );
}
