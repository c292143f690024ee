import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import * as z from 'zod/mini';
import { api } from '../../lib/api/api.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { sentInDraft, useFormDraft, useSent } from '../../lib/forms-draft.ts';
import { useRestoredNote } from '../../lib/typed-draft.ts';
import { useStoredDraft } from '../../lib/use-stored-draft.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useBlock } from '../friends/use-block.ts';
import { inquiryKeys } from '../keys.ts';
import type { Report } from './report.ts';

const TITLES = {
  POST: '게시글 신고',
  COMMENT: '댓글 신고',
  COURSE_REVIEW: '평가 글 신고',
  MEMBER: '회원 신고',
  MESSAGE: '메시지 신고',
};
const OTHER = '기타';
const REASONS = [
  '욕설·비하·괴롭힘',
  '음란하거나 불쾌한 내용',
  '광고·도배',
  '개인정보 노출',
  '사기·사칭',
  OTHER,
];

const reportForm = z
  .object({
    reason: z.string().check(z.minLength(1, '신고하는 이유를 골라 주세요.')),
    detail: z.string().check(
      z.refine((text) => countGraphemes(text.trim()) <= LIMITS.inquiryMax, {
        error: TEXTS.inquiryLength,
      }),
    ),
    withContext: z.boolean(),
    block: z.boolean(),
  })
  .check(
    z.refine(({ reason, detail }) => reason !== OTHER || detail.trim() !== '', {
      error: '어떤 문제인지 적어 주세요.',
      path: ['detail'],
    }),
  );

const reportDraft = z.object({
  reason: z.string(),
  detail: z.string(),
  withContext: z.optional(z.boolean()),
  block: z.optional(z.boolean()),
  sent: sentInDraft,
});
type ReportDraft = z.infer<typeof reportDraft>;
/** Those of older versions are the words alone. */
const isDraft = (value: unknown): value is ReportDraft | string =>
  typeof value === 'string' || z.safeParse(reportDraft, value).success;

const BLANK = { reason: '', detail: '', withContext: false, block: false };

type ReportSheetProps = { report: Report; onClose: () => void };

/** Reports in place: a reason, more words by choice, and blocking the writer. */
export function ReportSheet({ report, onClose }: ReportSheetProps) {
  const { type, id } = report;
  const formId = useId();
  const reasonErrorId = useId();
  const client = useQueryClient();
  const block = useBlock(report.memberId ?? 0);
  const { key, typed = '' } = useFormDraft(`report-${type}-${id}`.toLowerCase(), isDraft);
  const before: ReportDraft = typeof typed === 'string' ? { reason: '', detail: typed } : typed;
  const form = useSchemaForm(reportForm, {
    reason: before.reason,
    detail: before.detail,
    withContext: before.withContext ?? false,
    block: before.block ?? false,
  });
  const { register, formState, watch } = form;
  const { errors, isSubmitting } = formState;
  const { reason, detail, withContext, block: blocks } = watch();
  const { sent, clientIdOf } = useSent(before.sent);
  const isBlank = detail.trim() === '' && sent === undefined;
  const draft = useStoredDraft(
    key,
    isBlank ? null : { reason, detail, withContext, block: blocks, sent },
  );

  const { draft: note } = useRestoredNote({
    isRestored: typed !== '',
    read: () => form.getValues(),
    show: (values) => form.reset(values),
    blank: BLANK,
  });

  const submit = form.submit(
    async ({ reason, ...values }) => {
      const content = values.detail.trim() || reason;
      const target = { category: 'REPORT', targetType: type, targetId: id } as const;
      const context = type === 'MESSAGE' ? { withContext: values.withContext } : {};
      const body = { ...target, title: reason, content, ...context };
      await api('POST /api/inquiry', { body: { ...body, clientId: clientIdOf(body) } });
      void client.invalidateQueries({ queryKey: inquiryKeys.all });
      draft.end();
      toast.success('신고가 접수되었습니다. 처리되면 알림으로 알려 드립니다.');
      if (values.block) block.mutate(true);
      onClose();
    },
    { text: '신고하지 못했습니다. 다시 시도해 주세요.' },
  );

  return (
    <Dialog
      open
      onClose={onClose}
      title={TITLES[type]}
      size="sm"
      footer={
        <DialogButtons
          confirmLabel="신고"
          form={formId}
          onCancel={() => {
            draft.end();
            onClose();
          }}
          pending={isSubmitting}
          danger
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-ink-2 text-md">
          <bdi className="line-clamp-2 font-semibold text-ink">‘{report.about}’</bdi>
          신고한 사람은 관리자만 볼 수 있고, 상대에게 알려지지 않습니다.
        </p>
        <fieldset aria-describedby={errors.reason && reasonErrorId}>
          <legend className="font-semibold text-ink-2 text-md">신고하는 이유</legend>
          <div className="grid">
            {REASONS.map((reason) => (
              <label key={reason} className="flex min-h-11 items-center gap-3 text-md">
                <input
                  type="radio"
                  value={reason}
                  {...register('reason')}
                  className="size-[18px] shrink-0 accent-sea"
                />
                {reason}
              </label>
            ))}
          </div>
          {errors.reason && (
            <p id={reasonErrorId} role="alert" className="font-medium text-buoy text-sm">
              {errors.reason.message}
            </p>
          )}
        </fieldset>
        <Field
          label="자세한 내용"
          error={errors.detail?.message}
          counter={{ count: countGraphemes(detail.trim()), max: LIMITS.inquiryMax }}
        >
          <TextArea rows={3} {...register('detail')} draft={note} />
        </Field>
        {type === 'MESSAGE' && (
          <Checkbox
            {...register('withContext')}
            label={
              <>
                앞뒤 대화도 함께 보내기
                <span className="block text-ink-3 text-sm">
                  신고한 메시지와 함께 앞뒤로 {LIMITS.reportContext}개씩의 메시지를 관리자가 볼 수
                  있습니다. 그 밖의 대화는 아무도 볼 수 없습니다.
                </span>
              </>
            }
          />
        )}
        {report.memberId !== null && (
          <Checkbox
            {...register('block')}
            label={
              <>
                이 회원 차단
                <span className="block text-ink-3 text-sm">
                  글과 댓글이 가려지고, 친구 요청과 메시지, 알림이 오지 않습니다.
                </span>
              </>
            }
          />
        )}
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}
