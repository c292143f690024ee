import { DOCUMENT_TITLES, type DocumentChange } from '@naru/contract/document-names';
import { publishBody } from '@naru/contract/documents';
import { useState } from 'react';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { isEditConflict } from '../../lib/api/editing.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { compare, type Edited, valuesOf } from './document-differences.ts';
import { type EditedDocument, loadEdited, useAnnouncements } from './document-form.queries.ts';

/** The form of a document; `conflict` is what another ADMIN stored while it was edited. */
export function useDocumentForm(initial: EditedDocument) {
  const { document } = initial.page;
  const title = DOCUMENT_TITLES[document];
  const [theirs, setTheirs] = useState<EditedDocument | null>(null);
  const form = useSchemaForm(publishBody, valuesOf(initial), {
    draft: `document-${document}`,
    draftOmits: ['change', 'effectiveOn', 'asksConsent', 'basedOn'],
  });
  const { publish, withdraw, show } = useAnnouncements(document, form.endDraft);
  useLeaveWarning(() => form.formState.isDirty);
  const onSubmit = form.submit(
    async (values) => {
      if (!(await confirmDialog(questionOf(title, values)))) return false;
      try {
        await publish.mutateAsync(values);
      } catch (error) {
        if (!isEditConflict(error)) throw error;
        setTheirs(await loadEdited(document));
        return false;
      }
      const isNow = values.effectiveOn === null;
      toast.success(isNow ? `${title} 새 내용을 시행했습니다.` : `${title} 변경을 공지했습니다.`);
      return true;
    },
    { title: '저장하지 못했습니다.', text: TRY_LATER },
  );
  return {
    form,
    withdraw,
    onSubmit,
    conflict: theirs && {
      differences: compare(theirs, form.watch() as Edited),
      onKeepMine() {
        form.setValue('basedOn', theirs.page.revision);
        onSubmit();
      },
      onTakeTheirs() {
        form.endDraft();
        show(theirs);
      },
    },
  };
}

type Question = { effectiveOn: string | null; change: DocumentChange; asksConsent: boolean };

function questionOf(title: string, { effectiveOn, change, asksConsent }: Question) {
  if (effectiveOn === null) {
    return {
      title: `${title} 새 내용을 바로 시행할까요?`,
      body: '시행한 내용은 되돌릴 수 없습니다. 이전 내용은 지난 내용으로 남습니다.',
      confirmLabel: '바로 시행',
    };
  }
  const consent =
    change === 'ADVERSE' || asksConsent
      ? '\n시행일부터 모든 회원이 새 내용에 동의해야 계속 이용할 수 있습니다.'
      : '';
  return {
    title: `${effectiveOn}부터 바뀐다고 알릴까요?`,
    body: `조교 공지에 글이 올라가고 회원에게 알림이 갑니다. 시행일 전에는 수정하거나 취소할 수 있습니다.${consent}`,
    confirmLabel: '공지하고 저장',
  };
}
