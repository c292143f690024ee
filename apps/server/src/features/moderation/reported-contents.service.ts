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
  completedAt: Date | null;
  targetType: ReportTarget | null;
  targetId: number | null;
}

type Links = Pick<UploadsService['removedPictures'], 'linkFor'>;

interface Deps {
  pictures: Links;
  files: Links;
}

export type ReportedContents = ReturnType<typeof createReportedContents>;

/** What members reported, as it was then: authors change and delete what they wrote before staff look at it. */
export function createReportedContents(links: Deps) {
  /** `isThere`: whether staff may still load the picture or file. */
  const present = (
    actor: Actor,
    { title, text, pictures, files }: Version,
    isThere: (one: string) => boolean = () => true,
  ) => ({
    title,
    text,
    pictures: pictures.filter(isThere).map((url) => links.pictures.linkFor(actor, url)),
    files: files.map(nameOf),
    fileUrls: files.map((file) => {
      const key = keyOf(file);
      return key !== null && isThere(file) ? links.files.linkFor(actor, key) : null;
    }),
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
          const { targetType, targetId, completedAt } = targets.get(inquiryId) ?? {};
          const now = current.find(({ type, id }) => type === targetType && id === targetId);
          const isThere = (one: string) =>
            !completedAt || [...(now?.pictures ?? []), ...(now?.files ?? [])].includes(one);
          return [
            inquiryId,
            {
              ...present(actor, then, isThere),
              writerNickname: writerName ?? WITHDRAWN_NAME,
              changed: now === undefined || isOther(then, now),
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

const wordsOf = ({ title, text, pictures }: Version) => JSON.stringify([title, text, pictures]);

function isOther(then: Version, now: Version): boolean {
  const isSame = (file: string, at: number) =>
    file === (keyOf(file) === null ? nameOf(now.files[at] ?? '') : now.files[at]);
  return (
    wordsOf(then) !== wordsOf(now) ||
    then.files.length !== now.files.length ||
    !then.files.every(isSame)
  );
}

const nameOf = (file: string) => file.slice(file.indexOf('/') + 1);
const keyOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : null);
