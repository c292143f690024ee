import { LIMITS } from '@naru/contract/limits';
import { outsideReportBody } from '@naru/contract/outside-reports';
import { countGraphemes } from '@naru/contract/text';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ConsentBox } from '../../entities/documents/consent-box.tsx';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { api } from '../../lib/api/api.ts';
import { type DraftKey, loadDraft } from '../../lib/draft.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { sentInDraft, useSent } from '../../lib/forms-draft.ts';
import { NOBODY } from '../../lib/stored-writing.ts';
import { useRestoredNote } from '../../lib/typed-draft.ts';
import { useStoredDraft } from '../../lib/use-stored-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';

/** Without name and address: the computer may be shared. */
const DRAFT: DraftKey = { memberId: NOBODY, boardType: 'outside-report', postId: null };
const draftText = z.object({ place: z.string(), reason: z.string(), sent: sentInDraft });
const isText = (value: unknown): value is z.infer<typeof draftText> =>
  z.safeParse(draftText, value).success;

const BLANK = { place: '', reason: '', email: '', name: '', agreed: false as true };

/** `onSent` gets the address to which the answer goes. */
export function OutsideReportForm({ onSent }: { onSent: (email: string) => void }) {
  const [draft] = useState(() => loadDraft(DRAFT, isText)?.content);
  const { place: placeBefore = '', reason: reasonBefore = '' } = draft ?? {};
  const form = useSchemaForm(outsideReportBody, {
    ...BLANK,
    place: placeBefore,
    reason: reasonBefore,
  });
  const { register } = form;
  const { errors, isSubmitting } = form.formState;
  const [place, reason] = form.watch(['place', 'reason']);
  const isBlank = place.trim() === '' && reason.trim() === '';
  const { sent, clientIdOf } = useSent(draft?.sent);
  const { end } = useStoredDraft(DRAFT, isBlank ? null : { place, reason, sent });

  const { draft: note } = useRestoredNote({
    isRestored: draft !== undefined,
    read: () => form.getValues(),
    show: (values) => form.reset(values),
    blank: BLANK,
  });

  const submit = form.submit(
    async (values) => {
      // The draft stores what the id stands for, so the id leaves out name and address.
      const clientId = clientIdOf({ place: values.place, reason: values.reason });
      const body = { ...values, clientId };
      await api('POST /api/report', { body, anonymous: true });
      end();
      onSent(values.email);
    },
    { title: '신고를 보내지 못했습니다.', text: '잠시 후 다시 시도해 주세요.' },
  );

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label="신고할 게시물의 주소나 위치"
        required
        error={errors.place?.message}
        hint="주소를 모르면 게시판, 제목, 날짜처럼 찾을 수 있는 내용을 적어 주세요. 익명으로 쓴 글도 신고할 수 있습니다."
      >
        <TextInput {...register('place')} />
      </Field>
      <Field
        label="신고하는 이유"
        required
        error={errors.reason?.message}
        hint="어떤 내용이 누구의 어떤 권리를 침해하는지 적어 주세요."
        counter={{ count: countGraphemes(reason.trim()), max: LIMITS.inquiryMax }}
      >
        <TextArea rows={6} {...register('reason')} draft={note} />
      </Field>
      <Field
        label="이메일"
        required
        error={errors.email?.message}
        hint={`처리한 결과를 이 주소로 보내 드립니다. 한 주소로 하루 ${LIMITS.outsideReportsPerEmail}건이 넘으면 확인이 늦어질 수 있습니다.`}
      >
        <TextInput type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      <Field label="이름 (선택)" error={errors.name?.message}>
        <TextInput autoComplete="name" {...register('name')} />
      </Field>
      <Consent error={errors.agreed?.message} control={register('agreed')} />
      <FormAlert problem={form.problem} />
      {form.problem && <OtherWay />}
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="min-w-32 max-md:w-full"
          pending={isSubmitting}
        >
          신고 보내기
        </Button>
      </div>
    </form>
  );
}

/** A text that can be copied too: not every computer has a program for e-mails. */
function OtherWay() {
  const { data } = useSiteConfig();
  if (data === undefined) return null;
  const { email } = data.footer;
  return (
    <p className="-mt-2 text-ink-2 text-md">
      이 화면으로 보낼 수 없으면{' '}
      <a href={`mailto:${email}`} className="font-semibold text-sea hover:underline">
        {email}
      </a>{' '}
      주소로 알려 주세요.
    </p>
  );
}

type ConsentProps = { error: string | undefined; control: object };

function Consent({ error, control }: ConsentProps) {
  return (
    <div className="rounded-ctl bg-deck px-4 py-3.5">
      <p className="text-ink-2 text-sm">
        신고를 확인하고 답변하려고 이메일 주소와 적은 내용을 모읍니다. 이름은 적을 때만 모읍니다.
        관리자만 누가 신고했는지 볼 수 있고, 답변한 뒤 1년이 지나면(답변이 없으면 접수한 뒤 1년)
        모두 지웁니다. 동의하지 않을 수 있으며, 그러면 이 화면으로는 신고할 수 없습니다.
      </p>
      <ConsentBox {...control} to="개인정보 수집" error={error} className="mt-2" />
    </div>
  );
}
