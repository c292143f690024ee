import { cutGraphemes } from '@naru/contract/text';
import { createLetters, type MailNames } from '../../platform/mail/letter.ts';

const TITLE_MAX = 50;
const about = (title: string) => `'${cutGraphemes(title, TITLE_MAX)}' 문의`;

/** Sentences for the bell (docs/notices.md). */
export const INQUIRY_NOTICES = {
  completed: (title: string) => `${about(title)}에 답변이 등록되었습니다.`,
  followUp: (title: string) => `${about(title)}에 추가 답변이 등록되었습니다.`,
};

/** Nothing in them was typed by a person (quality VC-27): the answer stands on the site only. */
export function createInquiryMails(names: MailNames) {
  const letter = createLetters(names);
  const answered = (to: string, id: number, what: string) =>
    letter(
      to,
      `문의에 ${what}이 등록되었습니다`,
      `보내신 문의에 ${what}이 등록되었습니다.`,
      '아래에서 확인해 주세요.',
      `${names.publicUrl}/inquiry/${id}`,
    );
  return {
    completed: (to: string, id: number) => answered(to, id, '답변'),
    followUp: (to: string, id: number) => answered(to, id, '추가 답변'),
  };
}

export type InquiryMails = ReturnType<typeof createInquiryMails>;
