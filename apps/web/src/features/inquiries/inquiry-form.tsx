import { INQUIRY_CATEGORIES, type InquiryCategory } from '@naru/contract/choices';
import { INQUIRY_CATEGORY_TITLES, inquiryBody, REQUESTABLE_ROLES } from '@naru/contract/inquiries';
import { LIMITS } from '@naru/contract/limits';
import { ROLE_TITLES } from '@naru/contract/roles';
import { countGraphemes } from '@naru/contract/text';
import { useState } from 'react';
import type { ReportTarget } from '../../app/paths.ts';
import { fieldErrorOf, messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { type InquiryInput, useSendInquiry } from './inquiries.queries.ts';
import { INQUIRY_TEXTS } from './inquiries.texts.ts';
import { type InquiryText, useInquiryDraft } from './use-inquiry-draft.ts';

export type InquiryStart = {
  category: InquiryCategory;
  /** What a report is about. */
  target?: ReportTarget | undefined;
  /** The finished inquiry that this one goes on from. */
  previousId?: number;
};

type InquiryFormProps = {
  memberId: number;
  start: InquiryStart;
  onSent: (id: number) => void;
};

const FIELDS = ['title', 'content', 'targetRole'] as const;
type Problems = Partial<Record<(typeof FIELDS)[number], string>>;

const CATEGORY_ITEMS = INQUIRY_CATEGORIES.map((value) => ({
  value,
  label: INQUIRY_CATEGORY_TITLES[value],
}));
const ROLE_OPTIONS = REQUESTABLE_ROLES.map((value) => ({ value, label: ROLE_TITLES[value] }));

/** What is wrong with the input, field by field; empty when it may be sent. */
function findProblems(input: InquiryInput): Problems {
  const result = inquiryBody.safeParse(input);
  const problems: Problems = {};
  for (const issue of result.error?.issues ?? []) {
    const field = FIELDS.find((name) => name === issue.path[0]);
    if (field !== undefined) problems[field] ??= issue.message;
  }
  return problems;
}

/** `targetRole` belongs to role requests, the target to reports. */
function inputOf(start: InquiryStart, text: InquiryText, role: string): InquiryInput {
  const { category, previousId = null } = start;
  const target = category === 'REPORT' ? start.target : undefined;
  const asked = category === 'ROLE_REQUEST' ? role : '';
  return {
    ...text,
    category,
    targetRole: REQUESTABLE_ROLES.find((known) => known === asked) ?? null,
    targetType: target?.type ?? null,
    targetId: target?.id ?? null,
    previousId,
  };
}

/** A question to the staff, a request for a role, or a report (spec 2 and 5). */
export function InquiryForm({ memberId, start, onSent }: InquiryFormProps) {
  const { target } = start;
  const place = target ? `${target.type}-${target.id}`.toLowerCase() : '';
  const draft = useInquiryDraft(memberId, place);
  const { title, content } = draft.text;
  const [category, setCategory] = useState<InquiryCategory>(start.category);
  const [role, setRole] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const send = useSendInquiry();
  const isReport = category === 'REPORT';

  async function submit() {
    const input = inputOf({ ...start, category }, draft.text, role);
    const found = findProblems(input);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    try {
      const { inquiry } = await send.mutateAsync(input);
      draft.clear();
      toast.success(INQUIRY_TEXTS.sent);
      onSent(inquiry.id);
    } catch (error) {
      setProblems(
        Object.fromEntries(FIELDS.map((name) => [name, fieldErrorOf(error, name)] as const)),
      );
      toast.error(messageOf(error, INQUIRY_TEXTS.sendFailed));
    }
  }

  const change = (next: Partial<typeof draft.text>) => {
    setProblems({});
    draft.setText((current) => ({ ...current, ...next }));
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) void submit();
      }}
    >
      {!target && (
        <Segmented
          label="문의 유형"
          items={CATEGORY_ITEMS}
          value={category}
          onChange={(next) => {
            setProblems({});
            setCategory(next);
          }}
          className="max-md:grid-flow-row max-md:grid-cols-2"
        />
      )}
      {category === 'ROLE_REQUEST' && (
        <Field
          label="요청할 권한"
          required
          error={problems.targetRole}
          hint={INQUIRY_TEXTS.roleHint}
        >
          <Select
            options={ROLE_OPTIONS}
            placeholder="권한을 선택해 주세요"
            value={role}
            onChange={(event) => {
              setProblems({});
              setRole(event.target.value);
            }}
          />
        </Field>
      )}
      {isReport && <p className="text-ink-3 text-md">{INQUIRY_TEXTS.reportHint}</p>}
      <Field
        label="제목"
        required
        error={problems.title}
        counter={{ count: countGraphemes(title.trim()), max: LIMITS.titleMax }}
      >
        <TextInput value={title} onText={(next) => change({ title: next })} />
      </Field>
      <Field
        label="내용"
        required
        error={problems.content}
        counter={{ count: countGraphemes(content.trim()), max: LIMITS.inquiryMax }}
      >
        <TextArea rows={8} value={content} onText={(next) => change({ content: next })} />
      </Field>
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="min-w-32 max-md:w-full"
          pending={send.isPending}
        >
          {isReport ? '신고 보내기' : '문의 보내기'}
        </Button>
      </div>
    </form>
  );
}
