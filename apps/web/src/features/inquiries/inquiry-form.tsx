import { ASKABLE_CATEGORIES } from '@naru/contract/choices';
import { INQUIRY_CATEGORY_TITLES, inquiryBody, REQUESTABLE_ROLES } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { ROLE_TITLES } from '@naru/contract/roles';
import { countGraphemes } from '@naru/contract/text';
import { useState } from 'react';
import { AttachmentsField } from '../../entities/attachments/attachments-field.tsx';
import { draftFiles, readDraftFiles } from '../../entities/attachments/draft-files.ts';
import { areComplete, useAttachments } from '../../entities/attachments/use-attachments.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { useSent } from '../../lib/forms-draft.ts';
import { useRestoredNote } from '../../lib/typed-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useSendInquiry } from './inquiries.queries.ts';
import { type InquiryStart, loadInquiry, useInquiryDraft } from './inquiry-draft.ts';

type InquiryFormProps = { memberId: number; start: InquiryStart; onSent: (id: number) => void };

const CATEGORY_ITEMS = ASKABLE_CATEGORIES.map((value) => ({
  value,
  label: INQUIRY_CATEGORY_TITLES[value],
}));
const ROLE_OPTIONS = REQUESTABLE_ROLES.map((value) => ({ value, label: ROLE_TITLES[value] }));

export function InquiryForm({ memberId, start, onSent }: InquiryFormProps) {
  const { previousId = null } = start;
  const [before] = useState(() => loadInquiry(memberId, start));
  const attachments = useAttachments([], {
    takesPictures: true,
    draft: readDraftFiles(before.text?.files),
  });
  const { text: typed, chosen } = before;
  const form = useSchemaForm(inquiryBody, {
    targetRole: chosen?.targetRole ?? null,
    title: typed?.title ?? '',
    content: typed?.content ?? '',
    category: chosen?.category ?? start.category,
    previousId,
  });
  const { register } = form;
  const { errors, isSubmitting } = form.formState;
  const { title, content, category, targetRole = null } = form.watch();
  const { sent, clientIdOf } = useSent(typed?.sent);
  const choices = { start: JSON.stringify(start), category, targetRole };
  const text = { title, content, files: draftFiles(attachments.files), choices, sent };
  const draft = useInquiryDraft(memberId, { ...text, category }, before);
  const { draft: note } = useRestoredNote({
    isRestored: typed !== undefined,
    read: () => ({
      title: form.getValues('title'),
      content: form.getValues('content'),
      files: draftFiles(attachments.files),
    }),
    show: ({ title, content, files }) => {
      form.setValue('title', title);
      form.setValue('content', content);
      attachments.restore(files);
    },
    blank: { title: '', content: '', files: [] },
  });
  const send = useSendInquiry();
  const isReport = category === 'REPORT';
  const isRequest = category === 'ROLE_REQUEST';

  const submit = form.submit(
    async (values) => {
      const body = {
        ...values,
        targetRole: isRequest ? values.targetRole : null,
        attachments: attachments.keys,
      };
      const { inquiry } = await send.mutateAsync({ ...body, clientId: clientIdOf(body) });
      form.setValue('title', '');
      form.setValue('content', '');
      attachments.restore([]);
      draft.end();
      toast.success('문의가 접수되었습니다.');
      onSent(inquiry.id);
    },
    { text: '문의를 접수하지 못했습니다. 다시 시도해 주세요.' },
  );

  return (
    <form
      noValidate
      className="grid gap-4"
      onDrop={(event) => {
        const dropped = [...event.dataTransfer.files];
        if (event.defaultPrevented || dropped.length === 0) return;
        event.preventDefault();
        attachments.add(dropped);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (areComplete(attachments)) void submit(event);
      }}
    >
      <Segmented
        label="문의 유형"
        items={CATEGORY_ITEMS}
        value={category}
        onChange={(next) => {
          form.clearErrors();
          form.setValue('category', next);
        }}
        className="max-md:grid-flow-row max-md:grid-cols-2"
      />
      {isRequest && (
        <Field
          label="요청할 권한"
          required
          error={errors.targetRole?.message}
          hint="학과 구성원임을 확인할 수 있는 내용(학번, 소속, 직책 등)을 적고, 학생증이나 증명서를 첨부해 주세요."
        >
          <Select
            {...register('targetRole', { setValueAs: (value) => value || null })}
            options={ROLE_OPTIONS}
            placeholder="권한을 선택해 주세요"
          />
        </Field>
      )}
      {isReport && (
        <p className="text-ink-3 text-md">
          신고한 사람은 관리자만 볼 수 있고, 상대에게 알려지지 않습니다.
        </p>
      )}
      <Field
        label="제목"
        required
        error={errors.title?.message}
        counter={{ count: countGraphemes(title.trim()), max: LIMITS.titleMax }}
      >
        <TextInput {...register('title')} />
      </Field>
      <Field
        label="내용"
        required
        error={errors.content?.message}
        counter={{ count: countGraphemes(content.trim()), max: LIMITS.inquiryMax }}
      >
        <TextArea rows={8} {...register('content')} draft={note} />
      </Field>
      <AttachmentsField attachments={attachments} />
      <p className="-mt-2 text-ink-3 text-sm">
        첨부한 파일은 본인과 관리자만 내려받을 수 있습니다. 주민등록번호처럼 필요 없는 정보는 가려
        주세요.
      </p>
      <FormAlert problem={form.problem} />
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="min-w-32 max-md:w-full"
          pending={isSubmitting}
        >
          {isReport ? '신고 보내기' : '문의 보내기'}
        </Button>
      </div>
    </form>
  );
}
