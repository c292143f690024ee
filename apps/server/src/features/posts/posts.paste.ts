import type { PastedNotice } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../../tools.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import { findPasted, lockPasted } from './posts.paste.repo.ts';
import { readText } from './posts.storing.ts';
import { insertPost } from './posts.write.repo.ts';

interface Deps extends Pick<Tools, 'clock' | 'live'> {
  files: Pick<Pictures, 'attachToPost'>;
  notifications: Pick<NotificationsService, 'noticePosted'>;
  audit: Pick<AuditService, 'record'>;
}

/** Notices that an ADMIN copies from the school or department site. */
export function createPostPasting({ clock, live, files, notifications, audit }: Deps) {
  return {
    /**
     * Stores a notice without an author, because its source is shown instead; the audit log names the
     * ADMIN. Returns the first id for the same notice sent again. Throws NOTICE_PASTED when another
     * notice of the board has the address, IMAGE_NOT_READY and VALIDATION_FAILED.
     */
    async paste(actor: Actor, input: PastedNotice): Promise<number> {
      const { boardType, title, targetUrl } = input;
      const { content, imageUrls } = readText(input, TEXTS.postRequired);
      const actorId = actor.memberId;
      return live.transaction(async (tx) => {
        await lockPasted(tx);
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
        await files.attachToPost(tx, actor, { postId, imageUrls, isAnonymous: false });
        await notifications.noticePosted(tx, { postId, actorId });
        const detail = { boardType, title, targetUrl };
        await audit.record(tx, actor, { action: 'post.paste', targetId: postId, detail });
        return postId;
      });
    },
  };
}
