import {
  ATTACHMENT_REFUSALS,
  type AttachmentPolicy,
  attachmentTooLarge,
  attachmentTypeRefused,
  DEFAULT_ATTACHMENT_POLICY,
  PICTURE_ENDINGS,
} from '@naru/contract/attachments';
import { useSiteConfig } from '../settings/site-config.ts';
import { endingOf } from './file-badge.tsx';

/** What a form accepts; inquiries take pictures as files too. */
export type FileRules = AttachmentPolicy & { takesPictures: boolean };

/** What the settings of this installation accept; the default until they are loaded. */
export function useFileRules(takesPictures: boolean): FileRules {
  const { endings, maxBytes } = useSiteConfig().data?.attachments ?? DEFAULT_ATTACHMENT_POLICY;
  return { endings, maxBytes, takesPictures };
}

export function acceptedEndings({ endings, takesPictures }: FileRules): readonly string[] {
  return takesPictures ? [...endings, ...PICTURE_ENDINGS] : endings;
}

const PICTURE = /\.(?:jpe?g|png|webp|gif|heic)$/i;
const PICTURE_PLACE = '사진은 글 안에 넣어 주세요. 본문에 끌어다 놓거나 사진 버튼을 누르면 됩니다.';

/** Why a file cannot be uploaded, or null; the server also checks its bytes. */
export function refuseFile(file: Pick<File, 'name' | 'size'>, rules: FileRules): string | null {
  if (!acceptedEndings(rules).includes(endingOf(file.name))) {
    const belongsInText = !rules.takesPictures && PICTURE.test(file.name);
    return belongsInText ? PICTURE_PLACE : attachmentTypeRefused(rules);
  }
  if (file.size > rules.maxBytes) return attachmentTooLarge(rules);
  return file.size === 0 ? ATTACHMENT_REFUSALS.empty : null;
}
