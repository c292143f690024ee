import type { Board } from '@naru/contract/boards';
import { PATHS } from '../../app/paths.ts';
import type { BoardSearch } from '../../app/search.ts';
import { BackLink } from '../../ui/back-link.tsx';

/** Links to the list page that the reader came from. */
export function BackToList(props: { board: Board; search: BoardSearch; button?: boolean }) {
  const { board, search, button } = props;
  const params = { boardType: board.slug };
  return <BackLink to={PATHS.board} params={params} search={search} button={button} />;
}
