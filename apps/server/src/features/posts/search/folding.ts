import { addJob, LAST } from '../../../domain/jobs/queue.repo.ts';
import type { Tools } from '../../tools.ts';
import { foldNext } from './folding.repo.ts';

/** Posts of one transaction, which locks those of them that it changes. */
const BATCH = 500;
const TASK = 'fold-posts';

/** Folds the posts that were there before posts had folded texts; the migration that adds them starts it. */
export function createPostFolding({ db }: Pick<Tools, 'db'>) {
  return {
    tasks: {
      /** Each part adds the next one, so an interruption repeats one part only. */
      async [TASK](payload: unknown): Promise<void> {
        const { after: afterId } = payload as { after: number };
        await db.transaction(async (tx) => {
          const after = await foldNext(tx, { afterId, limit: BATCH });
          if (after !== null) await addJob(tx, TASK, { after }, { priority: LAST });
        });
      },
    },
  };
}
