import type { BoardType } from '@naru/contract/boards';
import type { PostItem } from '@naru/contract/posts';
import { viewerOf } from '../../../domain/access/room-access.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tools } from '../../../wiring/tools.ts';
import { isComputed } from '../posts.policy.ts';
import { presentListed } from '../posts.present.ts';
import { type AroundRow, prepareAround } from './around.repo.ts';
import { NOBODY } from './lists.ts';
import { createHotLists } from './memory.ts';
import { sharePosts } from './shared.ts';

/** Posts of lists cached at once, each of at most 8. */
const MOST = 2_000;

interface Around {
  newer: PostItem[];
  older: PostItem[];
}

interface Input {
  boardType: BoardType;
  id: number;
}

/** The posts before and after one, from memory where they were just read, like the pages of its board. */
export function createPostsAround({
  db,
  replica,
  clock,
  seal,
}: Pick<Tools, 'db' | 'replica' | 'clock' | 'seal'>) {
  const read = prepareAround(db);
  const hot = createHotLists({
    db,
    replica,
    clock,
    most: MOST,
    boardsOf: ({ boardType }: Input) => [boardType],
    read: (input, now) => async (on) => {
      const rows = await read({ ...NOBODY, ...input })(on);
      return sharePosts({
        rows,
        now,
        hasMarked: () => false,
        present: (shown) => present(shown as readonly AroundRow[], now),
      });
    },
  });

  return {
    noteViews: hot.noteViews,

    /** Both lists are empty for a post that the board does not have, and on a computed list. */
    async list(actor: Actor, boardType: BoardType, id: number): Promise<Around> {
      if (isComputed(boardType)) return { newer: [], older: [] };
      const cached = await hot.find(actor, { boardType, id });
      if (cached !== null) return cached;
      const input = read({ ...viewerOf(seal, actor), boardType, id });
      return present(await replica.read(actor.reader?.position, input), clock.now());
    },
  };
}

function present(rows: readonly AroundRow[], now: Date): Around {
  const listed = (isNewer: boolean) =>
    rows.filter((row) => row.isNewer === isNewer).map((row) => presentListed(row, now));
  return { newer: listed(true), older: listed(false) };
}
