import type { PastedNotice } from '@naru/contract/pasted-notices';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../../db/client.ts';
import { roomViewer } from '../../../domain/access/room-access.ts';
import { insertPost, updatePost } from '../../../domain/posts/store.repo.ts';
import { lockCopies } from '../../../domain/sources/articles.repo.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import type { Tools } from '../../tools.ts';
import type { Attachments, Pictures } from '../../uploads/uploads.service.ts';
import { findOwnPictures, findPostAccess } from '../items/change.repo.ts';
import { authorisePastedChange } from '../posts.policy.ts';
import { type PostStoring, readText } from '../writing/storing.ts';
import { findPasted, findPastedText } from './notices.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live'> {
  storing: Pick<PostStoring, 'mentionOnBoard'>;
  files: Pick<Pictures, 'attachToPost'>;
  attachments: Pick<Attachments, 'attachToPost'>;
  notifications: Pick<NotificationsService, 'noticePosted' | 'threadChanged'>;
  audit: Pick<AuditService, 'record'>;
}

/** Notices that an ADMIN copies from the school or department site. */
export function createPostPasting(deps: Deps) {
  const { clock, live, files, notifications, audit } = deps;

  return {
    /**
     * Stores a notice without an author, because its source is shown instead; the audit log names the
     * ADMIN. Returns the first id for the same notice sent again. Throws NOTICE_PASTED when another
     * notice of the board has the address, IMAGE_NOT_READY, ATTACHMENT_NOT_READY, VALIDATION_FAILED.
     */
    async paste(actor: Actor, input: PastedNotice): Promise<number> {
      const { boardType, title, targetUrl } = input;
      const { content, imageUrls } = await readText(input, TEXTS.postRequired);
      const actorId = actor.memberId;
      return live.transaction(async (tx) => {
        await lockCopies(tx);
        const stored = await findPasted(tx, { boardType, targetUrl });
        if (stored?.title === title && stored.content === content.html) return stored.id;
        if (stored !== null) throw new AppError('NOTICE_PASTED');
        const postId = await insertPost(tx, {
          ...{ boardType, title, targetUrl, imageUrls },
          ...{ authorId: null, authorSeal: null },
          content: content.html,
          contentText: content.text,
          createdAt: clock.now(),
        });
        if (postId === null) throw new Error('the sequence returned an id that is taken');
        await attach(tx, actor, { postId, imageUrls, given: input.attachments });
        await notifications.noticePosted(tx, { postId, actorId });
        const detail = { boardType, title, targetUrl };
        await audit.record(tx, actor, { action: 'post.paste', targetId: postId, detail });
        await deps.storing.mentionOnBoard(tx, boardType);
        return postId;
      });
    },

    /**
     * Changes a pasted notice; board and source stay. The audit log names the ADMIN and the former
     * title and address. Throws POST_NOT_FOUND for other posts and what `paste` throws.
     */
    async changePasted(actor: Actor, postId: number, input: PastedNotice): Promise<void> {
      const { boardType, title, targetUrl } = input;
      const stored = await findOwnPictures(deps.db, { id: postId });
      const { content, imageUrls } = await readText(input, TEXTS.postRequired, stored);
      await live.transaction(async (tx, emit) => {
        await lockCopies(tx);
        const pasted = authorisePastedChange(
          await findPostAccess(tx, roomViewer(actor), postId),
          boardType,
        );
        const before = await findPastedText(tx, postId);
        const other = await findPasted(tx, { boardType, targetUrl, exceptId: postId });
        if (other !== null) throw new AppError('NOTICE_PASTED');
        const change = { title, targetUrl, imageUrls, updatedAt: clock.now() };
        const text = { content: content.html, contentText: content.text };
        if (!(await updatePost(tx, pasted, { ...change, ...text }))) {
          throw new AppError('POST_NOT_FOUND');
        }
        await attach(tx, actor, { postId, imageUrls, given: input.attachments });
        await notifications.threadChanged(tx, emit, {
          postId,
          actorId: actor.memberId,
          part: 'text',
        });
        const after = lineOf({ title, targetUrl });
        const detail = { boardType, before: before && lineOf(before), after };
        await audit.record(tx, actor, { action: 'post.paste-edit', targetId: postId, detail });
      });
    },
  };

  async function attach(
    tx: Tx,
    actor: Actor,
    use: { postId: number; imageUrls: readonly string[]; given: readonly string[] | undefined },
  ): Promise<void> {
    const { postId, imageUrls, given } = use;
    await files.attachToPost(tx, actor, { postId, imageUrls, isAnonymous: false });
    if (given === undefined) return;
    await deps.attachments.attachToPost(tx, actor, { postId, given });
  }
}

/** Title and address as the audit log shows them. */
function lineOf({ title, targetUrl }: { title: string; targetUrl: string | null }): string {
  return `${title} (${targetUrl ?? ''})`;
}
