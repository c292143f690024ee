import { targetUrl } from '../../domain/notifications/targets.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';

/** Only `inFull` and `outside`, for people who cannot log in, contain text that a person typed. */
export function createInquiryEmails(names: EmailNames) {
  const template = createEmailTemplate('ANSWER', names);
  const answered = (to: string, id: number, what: string) =>
    template(
      to,
      `문의에 ${what}이 등록되었습니다`,
      `보내신 문의에 ${what}이 등록되었습니다.`,
      '아래에서 확인해 주세요.',
      `${names.publicUrl}${targetUrl({ kind: 'inquiry', inquiryId: id })}`,
    );
  return {
    completed: (to: string, id: number) => answered(to, id, '답변'),
    followUp: (to: string, id: number) => answered(to, id, '추가 답변'),
    /** Without a word of the report: anybody may have typed it with this address. */
    outside: (to: string, days: readonly string[], answer: string) =>
      template(
        to,
        '신고에 답변드립니다',
        `${days.join(', ')}에 보내신 신고에 답변드립니다.`,
        '',
        ...answer.split('\n'),
      ),
    inFull: (to: string, title: string, answer: string) =>
      template(
        to,
        '문의에 답변이 등록되었습니다',
        `‘${title}’ 문의에 답변이 등록되었습니다.`,
        '',
        ...answer.split('\n'),
      ),
  };
}

export type InquiryEmails = ReturnType<typeof createInquiryEmails>;
