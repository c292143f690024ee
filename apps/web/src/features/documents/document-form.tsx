import {
  DOCUMENT_TITLES,
  type DocumentChange,
  findMissingHeadings,
  NOTICE_DAYS,
} from '@naru/contract/document-names';
import { useState } from 'react';
import { DocumentText } from '../../entities/documents/document-text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { AnnouncedNote } from './announced-note.tsx';
import { ChangeFields } from './change-fields.tsx';
import type { EditedDocument } from './document-form.queries.ts';
import { useDocumentForm } from './use-document-form.ts';

/** Edits the announced version of a document, or the next one. */
export function DocumentForm({ initial }: { initial: EditedDocument }) {
  const { page } = initial;
  const { form, withdraw, onSubmit, conflict } = useDocumentForm(initial);
  const { register, formState, watch } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const content = watch('content') ?? '';
  const missing = page.document === 'privacy' ? findMissingHeadings(content) : [];
  const isImmediate = NOTICE_DAYS[watch('change') as DocumentChange] === 0;
  return (
    <form
      noValidate
      aria-label={DOCUMENT_TITLES[page.document]}
      onSubmit={onSubmit}
      className="grid gap-4"
    >
      {page.upcoming && (
        <AnnouncedNote
          page={page}
          upcoming={page.upcoming}
          pending={withdraw.isPending}
          onWithdraw={() => withdraw.mutateAsync(page.revision)}
        />
      )}
      <Card className="grid gap-4 p-5 max-md:p-4">
        <p className="text-ink-2 text-sm">지금 내용: {page.version}</p>
        <Field
          label="내용"
          hint="## 로 시작하는 줄은 제목, - 로 시작하는 줄은 목록, 1. 로 시작하는 줄은 번호 목록이 됩니다."
          error={errors.content?.message}
          required
        >
          <TextArea rows={16} {...form.area('content')} />
        </Field>
        {missing.length > 0 && (
          <p role="status" className="text-buoy text-sm">
            개인정보 처리방침에 다음 제목이 필요합니다: {missing.join(', ')}
          </p>
        )}
        <Preview content={content} />
        <Field
          label="바뀐 점"
          hint="공지와 지난 내용에 그대로 보입니다."
          error={errors.note?.message}
          required
        >
          <TextInput {...register('note')} />
        </Field>
        <ChangeFields page={page} form={form} />
      </Card>
      <FormAlert problem={form.problem} />
      {conflict && <EditConflict {...conflict} pending={isSubmitting} />}
      <SaveBar status={isDirty ? '저장하지 않은 변경이 있습니다.' : '수정한 내용이 없습니다.'}>
        <Button type="submit" variant="primary" pending={isSubmitting} disabled={!isDirty}>
          {isImmediate ? '바로 시행' : '공지하고 저장'}
        </Button>
      </SaveBar>
    </form>
  );
}

function Preview({ content }: { content: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? '미리 보기 닫기' : '미리 보기'}
      </Button>
      {isOpen && (
        <div className="mt-3 rounded-ctl border border-line px-5 pb-4">
          <DocumentText content={content} />
        </div>
      )}
    </div>
  );
}
