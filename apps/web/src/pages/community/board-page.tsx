import { type Board, findBoard } from '@naru/contract/boards';
import { getRouteApi } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { BoardHeader } from '../../features/boards/board-header.tsx';
import { BoardSearch } from '../../features/boards/board-search.tsx';
import { UnknownBoard } from '../../features/boards/unknown-board.tsx';
import { RegisterButton } from '../../features/posts/item/register-button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { BoardPosts } from './board-posts.tsx';

const route = getRouteApi(PATHS.board);

/** Page, filter and query are in the URL. */
export function BoardPage() {
  const { boardType } = route.useParams();
  const board = findBoard(boardType);
  return board ? <KnownBoard key={board.type} board={board} /> : <UnknownBoard />;
}

function KnownBoard({ board }: { board: Board }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={board.name}>
      <Card as="section" className="overflow-clip">
        <BoardHeader
          board={board}
          action={board.form === 'item' ? <RegisterButton /> : undefined}
        />
        <BoardSearch
          board={board}
          filter={search.filter}
          query={search.query}
          onSearch={(next) => void navigate({ search: next })}
        />
        <BoardPosts
          board={board}
          search={search}
          onSearch={(next) => void navigate({ search: next })}
        />
      </Card>
    </Page>
  );
}
