import { LIMITS } from '@naru/contract/limits';
import { objectionBody } from '@naru/contract/objections';
import { countGraphemes } from '@naru/contract/text';
import type { ReactNode } from 'react';
import type { DraftKey } from '../../lib/draft.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { COMPOSER, useKeepInView } from '../../ui/use-composer-space.ts';

type ObjectionFormProps = {
  draftKey: DraftKey;
  /** Who will read it and how the answer comes. */
  lead: ReactNode;
  /** Set when the form opens on a click. */
  autoFocus?: boolean;
  onSend: (content: string) => Promise<unknown>;
};

export function ObjectionForm({ draftKey, lead, autoFocus, onSend }: ObjectionFormProps) {
  const form = useSchemaForm(objectionBody, { content: '' }, { draft: draftKey });
  const { errors, isSubmitting } = form.formState;
  const content = form.watch('content');
  const box = useKeepInView(content);
  const submit = form.submit(
    async (values) => {
      await onSend(values.content);
      form.setValue('content', '');
    },
    { title: '이의를 제기하지 못했습니다.', text: '잠시 후 다시 시도해 주세요.' },
  );
  return (
    <form ref={box} {...COMPOSER} noValidate className="grid scroll-mb-4 gap-4" onSubmit={submit}>
      <p className="text-ink-2">{lead}</p>
      <Field
        label="이의를 제기하는 이유"
        required
        error={errors.content?.message}
        counter={{ count: countGraphemes(content.trim()), max: LIMITS.inquiryMax }}
      >
        <TextArea rows={6} autoFocus={autoFocus} {...form.area('content')} />
      </Field>
      <FormAlert problem={form.problem} />
      <div className="flex justify-end">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="min-w-32 max-md:w-full"
          pending={isSubmitting}
        >
          이의 제기
        </Button>
      </div>
    </form>
  );
}
