import { createAdminService } from './features/admin/admin.service.ts';
import { createRoleMails } from './features/admin/admin.texts.ts';
import { createInquiriesService } from './features/inquiries/inquiries.service.ts';
import { createInquiryMails } from './features/inquiries/inquiries.texts.ts';
import { createContents } from './features/moderation/contents.service.ts';
import {
  createModerationService,
  type ModerationDeps,
} from './features/moderation/moderation.service.ts';
import { createSuspensionMails } from './features/moderation/suspension.texts.ts';
import { resanitizePost } from './features/posts/posts.html.ts';
import type { MailNames } from './platform/mail/letter.ts';
import type { Throttle } from './platform/throttle.ts';

interface Parts extends Omit<ModerationDeps, 'mails' | 'people' | 'contents' | 'cleanHtml'> {
  throttle: Throttle;
  names: MailNames;
}

/** The part of `services.ts` about inquiries, roles and moderation. */
export function createStaffServices({ names, ...parts }: Parts) {
  const contents = createContents();
  const admin = createAdminService({ ...parts, mails: createRoleMails(names) });
  const inquiries = createInquiriesService({
    ...parts,
    contents,
    people: admin,
    mails: createInquiryMails(names),
  });
  const moderation = createModerationService({
    ...parts,
    contents,
    people: admin,
    mails: createSuspensionMails(names),
    cleanHtml: resanitizePost,
  });
  return { admin, inquiries, moderation };
}
