import { WITHDRAWN_NAME } from '@naru/contract/boards';
import type { ReportTarget } from '@naru/contract/choices';
import type { ReportedContent } from '@naru/contract/reported-contents';
import type { Executor, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { UploadsService } from '../uploads/uploads.service.ts';
import {
  insertReported,
  listReported,
  readWritten,
  type Version,
} from './reported-contents.repo.ts';

interface Ref {
  type: ReportTarget;
  id: number;
}

interface ReportRow {
  id: number;
  targetType: ReportTarget | null;
  targetId: number | null;
}

interface Deps {
  pictures: Pick<UploadsService['removedPictures'], 'linkFor'>;
}

export type ReportedContents = ReturnType<typeof createReportedContents>;

/** What members reported, as it was then: authors change and delete what they wrote before staff look at it. */
export function createReportedContents({ pictures: links }: Deps) {
  const present = (actor: Actor, { title, text, pictures, files }: Version) => ({
    title,
    text,
    pictures: pictures.map((url) => links.linkFor(actor, url)),
    files,
  });

  return {
    /** Stores the target of a new report, in its transaction. */
    async copy(tx: Tx, inquiryId: number, target: Ref): Promise<void> {
      const [written] = await readWritten(tx, [target]);
      if (written !== undefined) await insertReported(tx, inquiryId, written);
    },

    /** What the reports store, beside what it is now, by the id of the report. */
    async compare(
      db: Executor,
      actor: Actor,
      reports: readonly ReportRow[],
    ): Promise<Map<number, ReportedContent>> {
      const stored = await listReported(
        db,
        reports.map(({ id }) => id),
      );
      const current = await readWritten(db, reports.flatMap(refOf));
      const targets = new Map(reports.map((row) => [row.id, row]));
      return new Map(
        stored.map(({ inquiryId, writerName, ...then }) => {
          const { targetType, targetId } = targets.get(inquiryId) ?? {};
          const now = current.find(({ type, id }) => type === targetType && id === targetId);
          return [
            inquiryId,
            {
              ...present(actor, then),
              writerNickname: writerName ?? WITHDRAWN_NAME,
              changed: now === undefined || wordsOf(now) !== wordsOf(then),
              now: now === undefined ? null : present(actor, now),
            },
          ];
        }),
      );
    },
  };
}

const refOf = ({ targetType: type, targetId: id }: ReportRow): Ref[] =>
  type === null || id === null ? [] : [{ type, id }];

const wordsOf = ({ title, text, pictures, files }: Version) =>
  JSON.stringify([title, text, pictures, files]);
