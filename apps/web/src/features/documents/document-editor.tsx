import { DOCUMENT_TITLES, SITE_DOCUMENTS, type SiteDocument } from '@naru/contract/document-names';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFreshData } from '../../lib/api/editing.ts';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { editedDocumentQuery } from './document-form.queries.ts';
import { DocumentForm } from './document-form.tsx';

const TABS = SITE_DOCUMENTS.map((value) => ({ value, label: DOCUMENT_TITLES[value] }));

type Props = {
  /** The one that the address names. */
  start: SiteDocument;
  /** Changes with each arrival at the address. */
  arrival?: string;
};

/** Edits, announces and publishes the terms and the privacy policy. */
export function DocumentEditor({ start, arrival }: Props) {
  const [document, setDocument] = useState(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be chosen again
  useEffect(() => setDocument(start), [start, arrival]);
  return (
    <div className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4">
      <Card as="section" className="grid justify-items-start gap-4 p-5 max-md:p-4">
        <div>
          <h2 className="font-bold text-lg">약관과 개인정보 처리방침</h2>
          <p className="text-ink-3 text-sm">
            변경은 시행일 7일 전, 회원에게 불리한 변경은 30일 전에 공지합니다. 이전 내용은 누구나 볼
            수 있습니다.
          </p>
        </div>
        <Segmented label="문서" items={TABS} value={document} onChange={setDocument} />
      </Card>
      {/* Both: a text being written stays while the other document is open. */}
      {SITE_DOCUMENTS.map((one) => (
        <div key={one} hidden={one !== document}>
          <Loaded document={one} />
        </div>
      ))}
    </div>
  );
}

function Loaded({ document }: { document: SiteDocument }) {
  const query = useQuery(editedDocumentQuery(document));
  const data = useFreshData(query);
  if (data) return <DocumentForm key={data.page.revision} initial={data} />;
  return (
    <Card className="overflow-hidden">
      <LoadState
        query={query}
        failed="내용을 불러오지 못했습니다."
        rows={6}
        label="내용을 불러오는 중입니다."
      />
    </Card>
  );
}
