import { WITHDRAWN_NAME } from '@naru/contract/boards';
import type { ReportTarget } from '@naru/contract/choices';
import { LIMITS } from '@naru/contract/limits';
import type { ReportedContent } from '@naru/contract/reported-contents';
import { cutGraphemes } from '@naru/contract/text';
import type { Executor, Tx } from '../../db/client.ts';
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

export type ReportedContents = ReturnType<typeof createReportedContents>;

/** What members reported, as it was then: authors change and delete what they wrote before staff look at it. */
export function createReportedContents() {
  return {
    /** Stores the target of a new report, in its transaction. */
    async copy(tx: Tx, inquiryId: number, target: Ref): Promise<void> {
      const [written] = await readWritten(tx, [target]);
      if (written !== undefined) await insertReported(tx, inquiryId, written);
    },

    /** What the reports store, beside what it is now, by the id of the report. */
    async compare(
      db: Executor,
      reports: readonly ReportRow[],
    ): Promise<Map<number, ReportedContent>> {
      const stored = await listReported(
        db,
        reports.map(({ id }) => id),
      );
      const present = await readWritten(db, reports.flatMap(refOf));
      const targets = new Map(reports.map((row) => [row.id, row]));
      return new Map(
        stored.map(({ inquiryId, writerName, ...then }) => {
          const { targetType, targetId } = targets.get(inquiryId) ?? {};
          const now = present.find(({ type, id }) => type === targetType && id === targetId);
          return [
            inquiryId,
            {
              ...presentVersion(then),
              writerNickname: writerName ?? WITHDRAWN_NAME,
              changed: now === undefined || wordsOf(now) !== wordsOf(then),
              now: now === undefined ? null : presentVersion(now),
            },
          ];
        }),
      );
    },
  };
}

const refOf = ({ targetType: type, targetId: id }: ReportRow): Ref[] =>
  type === null || id === null ? [] : [{ type, id }];

function presentVersion({ title, text, pictures, files }: Version) {
  return {
    title,
    text: cutGraphemes(text, LIMITS.commentMax),
    pictures: pictures.length,
    files,
  };
}

const wordsOf = ({ title, text, pictures, files }: Version) =>
  JSON.stringify([title, text, pictures, files]);
