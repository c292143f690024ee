import { LIMITS } from '@naru/contract/limits';
import {
  type ReplyTemplate,
  replyTemplateBody,
  TEMPLATE_TITLE_MAX,
  type TemplateKind,
} from '@naru/contract/reply-templates';
import { countGraphemes } from '@naru/contract/text';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { Button } from '../../ui/button.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { templatesQuery, useSaveTemplate } from './reply-templates.queries.ts';

const MAX = { ANSWER: LIMITS.inquiryMax, REASON: LIMITS.reasonMax };

type Props = {
  kind: TemplateKind;
  /** Undefined for a new one. */
  template: ReplyTemplate | undefined;
  onClose: () => void;
};

/** Creates or changes a template; after a colleague's save both texts are shown, of which one is chosen. */
export function TemplateForm({ kind, template, onClose }: Props) {
  const client = useQueryClient();
  const save = useSaveTemplate();
  const [theirs, setTheirs] = useState<ReplyTemplate | null>(null);
  const form = useSchemaForm(
    replyTemplateBody,
    { kind, title: template?.title ?? '', content: template?.content ?? '' },
    { draft: `staff-template-${template?.id ?? kind.toLowerCase()}` },
  );
  const { errors, isSubmitting } = form.formState;
  const [title, content] = [form.watch('title'), form.watch('content')];

  const submit = (of: ReplyTemplate | undefined) =>
    form.submit(
      async (values) => {
        try {
          toast.success((await save.mutateAsync({ ...values, of })).message);
          onClose();
          return true;
        } catch (error) {
          const isConflict = error instanceof ApiError && error.code === 'EDIT_CONFLICT';
          const { queryKey } = templatesQuery(kind);
          const found = isConflict
            ? client.getQueryData(queryKey)?.templates.find(({ id }) => id === of?.id)
            : undefined;
          if (found === undefined) throw error;
          setTheirs(found);
          return false;
        }
      },
      { title: '저장하지 못했습니다.', text: TRY_LATER },
    );

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        // React takes it to the form around the menu, which is not sent.
        event.stopPropagation();
        submit(theirs ?? template)(event);
      }}
    >
      <Field
        label="이름"
        required
        error={errors.title?.message}
        counter={{ count: countGraphemes(title.trim()), max: TEMPLATE_TITLE_MAX }}
      >
        <TextInput data-autofocus autoComplete="off" {...form.register('title')} />
      </Field>
      <Field
        label="내용"
        required
        hint="{이름}이라고 적은 곳에는 받는 사람의 이름이 들어갑니다."
        error={errors.content?.message}
        counter={{ count: countGraphemes(content.trim()), max: MAX[kind] }}
      >
        <TextArea rows={6} {...form.area('content')} />
      </Field>
      {theirs && (
        <EditConflict
          differences={[
            { label: '이름', theirs: theirs.title, mine: title },
            { label: '내용', theirs: theirs.content, mine: content },
          ].filter((one) => one.theirs !== one.mine)}
          pending={isSubmitting}
          onKeepMine={submit(theirs)}
          onTakeTheirs={() => {
            form.endDraft();
            onClose();
          }}
        />
      )}
      <FormAlert problem={form.problem} />
      <div className="flex justify-end gap-2 max-md:*:flex-1">
        <Button disabled={isSubmitting} onClick={form.cancel(onClose)}>
          취소
        </Button>
        {theirs === null && (
          <Button type="submit" variant="primary" pending={isSubmitting}>
            저장
          </Button>
        )}
      </div>
    </form>
  );
}
