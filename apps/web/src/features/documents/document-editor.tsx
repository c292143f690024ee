import {
  DOCUMENT_TITLES,
  findMissingHeadings,
  SITE_DOCUMENTS,
  type SiteDocument,
} from '@naru/contract/document-names';
import { publishBody, type SiteDocumentPage } from '@naru/contract/documents';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DocumentText } from '../../entities/documents/document-text.tsx';
import {
  documentQuery,
  newestDocumentQuery,
  pendingConsentsQuery,
} from '../../entities/documents/documents.ts';
import { siteConfigQuery } from '../../entities/settings/site-config.ts';
import { api } from '../../lib/api/api.ts';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { isEditConflict, useFreshData } from '../../lib/api/editing.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Difference, EditConflict } from '../../ui/edit-conflict.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';

const TABS = SITE_DOCUMENTS.map((value) => ({ value, label: DOCUMENT_TITLES[value] }));

const CONSENT_QUESTION = {
  title: '모든 회원에게 다시 동의를 받을까요?',
  body: '지금부터 모든 회원이 새 내용에 동의해야 계속 이용할 수 있습니다. 시행한 내용은 되돌릴 수 없습니다.',
  confirmLabel: '시행하고 동의 받기',
};

/** Edits and publishes the terms and the privacy policy. */
export function DocumentEditor() {
  const [document, setDocument] = useState<SiteDocument>('terms');
  return (
    <Card as="section" className="grid max-w-[760px] gap-4 p-5 max-md:p-4">
      <div>
        <h2 className="font-bold text-lg">약관과 개인정보 처리방침</h2>
        <p className="text-ink-3 text-sm">
          새로 시행하면 이전 내용은 지난 내용으로 남고, 누구나 볼 수 있습니다.
        </p>
      </div>
      <Segmented label="문서" items={TABS} value={document} onChange={setDocument} />
      {/* Both: a text being written stays while the other document is open. */}
      {SITE_DOCUMENTS.map((one) => (
        <div key={one} hidden={one !== document}>
          <Loaded document={one} />
        </div>
      ))}
    </Card>
  );
}

function Loaded({ document }: { document: SiteDocument }) {
  // A refetch must not change the text while it is edited.
  const query = useQuery(
    queryOptions({ ...documentQuery(document), staleTime: 0, ...MANUAL_QUERY }),
  );
  const data = useFreshData(query);
  if (data) return <EditForm key={data.version} initial={data} />;
  return (
    <LoadState
      query={query}
      failed="내용을 불러오지 못했습니다."
      rows={6}
      label="내용을 불러오는 중입니다."
    />
  );
}

function EditForm({ initial }: { initial: SiteDocumentPage }) {
  const { document, version } = initial;
  const client = useQueryClient();
  const [isPreview, setPreview] = useState(false);
  /** What another ADMIN published while this text was edited. */
  const [theirs, setTheirs] = useState<SiteDocumentPage | null>(null);
  const form = useSchemaForm(
    publishBody,
    {
      content: initial.content,
      note: '',
      asksConsent: false,
      basedOn: version,
    },
    { draft: `document-${document}`, draftOmits: ['asksConsent', 'basedOn'] },
  );
  const { register, formState, watch } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const content = watch('content') ?? '';
  const missing = document === 'privacy' ? findMissingHeadings(content) : [];
  const publish = useMutation({
    mutationFn: (body: Parameters<typeof send>[1]) => send(document, body),
    onSuccess: async (saved) => {
      // The new version gets a form of its own, which must not find what was published.
      form.endDraft();
      client.setQueryData(documentQuery(document).queryKey, saved);
      await client.invalidateQueries({ queryKey: siteConfigQuery.queryKey });
      await client.invalidateQueries({ queryKey: pendingConsentsQuery.queryKey });
    },
  });
  useLeaveWarning(() => form.formState.isDirty);
  const onSubmit = form.submit(
    async (values) => {
      if (values.asksConsent && !(await confirmDialog(CONSENT_QUESTION))) return false;
      try {
        await publish.mutateAsync(values);
        toast.success(`${DOCUMENT_TITLES[document]} 새 내용을 시행했습니다.`);
        return true;
      } catch (error) {
        if (!isEditConflict(error)) throw error;
        setTheirs(await client.fetchQuery(newestDocumentQuery(document)));
        return false;
      }
    },
    { title: '시행하지 못했습니다.', text: TRY_LATER },
  );
  const keepMine = (stored: SiteDocumentPage) => {
    form.setValue('basedOn', stored.version);
    onSubmit();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-2 text-sm">지금 내용: {version}</p>
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
      <div>
        <Button size="sm" aria-expanded={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? '미리보기 닫기' : '미리보기'}
        </Button>
        {isPreview && (
          <div className="mt-3 rounded-ctl border border-line px-5 pb-4">
            <DocumentText content={content} />
          </div>
        )}
      </div>
      <Field label="바뀐 점" hint="회원에게 그대로 보입니다." error={errors.note?.message} required>
        <TextInput {...register('note')} />
      </Field>
      <Checkbox label="회원에게 다시 동의를 받습니다." {...register('asksConsent')} />
      <FormAlert problem={form.problem} />
      {theirs && (
        <EditConflict
          differences={compare(theirs.content, content)}
          pending={isSubmitting}
          onKeepMine={() => keepMine(theirs)}
          onTakeTheirs={() => {
            form.endDraft();
            client.setQueryData(documentQuery(document).queryKey, theirs);
          }}
        />
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={isSubmitting} disabled={!isDirty}>
          새 내용 시행
        </Button>
      </div>
    </form>
  );
}

/** The lines that only one of the texts has: a document is too long to be compared whole. */
function compare(theirs: string, mine: string): Difference[] {
  if (theirs === mine) return [];
  const [their, own] = [theirs.split('\n'), mine.split('\n')];
  const without = (lines: string[], other: string[]) =>
    lines.filter((line) => line.trim() !== '' && !other.includes(line)).join('\n');
  return [{ label: '다른 줄', theirs: without(their, own), mine: without(own, their) }];
}

function send(
  document: SiteDocument,
  body: { content: string; note: string; asksConsent: boolean; basedOn: string },
) {
  return api('POST /api/admin/documents/:document', { params: { document }, body });
}
