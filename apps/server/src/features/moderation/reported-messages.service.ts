import { LIMITS } from '@naru/contract/limits';
import type { ReportedMessage } from '@naru/contract/moderation';
import type { Executor, Tx } from '../../db/client.ts';
import { memberName } from '../../domain/authorship/writer.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import type { ChatPictures } from '../uploads/uploads.service.ts';
import {
  findReceived,
  insertReportedMessages,
  listAround,
  listReportedMessages,
} from './reported-messages.repo.ts';

interface Deps {
  files: Pick<ChatPictures, 'reportedUrlOf'>;
}

export type ReportedMessages = ReturnType<typeof createReportedMessages>;

/** The lines of chats that members report: staff see these copies and nothing else of a room. */
export function createReportedMessages({ files }: Deps) {
  return {
    /**
     * Copies a message that the actor received, with up to five on each side if the actor agrees, and
     * returns what stores them under the report. Throws INQUIRY_TARGET_NOT_FOUND for own, recalled
     * and unseen messages.
     */
    async copy(
      tx: Tx,
      { memberId }: Actor,
      { messageId, withContext }: { messageId: number; withContext: boolean },
    ): Promise<(inquiryId: number) => Promise<void>> {
      const received = await findReceived(tx, { messageId, memberId });
      const { roomId, hiddenId, ...target } = found(received, 'INQUIRY_TARGET_NOT_FOUND');
      const place = { roomId, memberId, messageId, hiddenId };
      const others = withContext ? await listAround(tx, place, LIMITS.reportContext) : [];
      const rows = [
        { ...target, isReported: true },
        ...others.map((other) => ({ ...other, isReported: false })),
      ];
      return (inquiryId) =>
        insertReportedMessages(
          tx,
          rows.map((row) => ({ ...row, inquiryId })),
        );
    },

    /** Oldest first. The caller checks that the actor may decide the report. */
    async list(executor: Executor, actor: Actor, inquiryId: number): Promise<ReportedMessage[]> {
      return (await listReportedMessages(executor, inquiryId)).map((row) => ({
        id: row.messageId,
        isReported: row.isReported,
        senderId: row.withdrawnAt === null ? row.senderId : null,
        senderNickname: memberName(row.nickname, row.withdrawnAt),
        content: row.content,
        picture:
          row.pictureWidth === null || row.pictureHeight === null
            ? null
            : {
                url: files.reportedUrlOf(actor, inquiryId, row.messageId),
                width: row.pictureWidth,
                height: row.pictureHeight,
              },
        isRecalled: row.recalledAt !== null,
        date: toKst(row.sentAt),
      }));
    },
  };
}
