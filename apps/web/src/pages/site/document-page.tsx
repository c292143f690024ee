import { DOCUMENT_TITLES, type SiteDocument } from '@naru/contract/document-names';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DocumentText } from '../../entities/documents/document-text.tsx';
import { documentQuery } from '../../entities/documents/documents.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';

/** Terms or privacy policy, with its former versions. */
function DocumentPage({ document }: { document: SiteDocument }) {
  const title = DOCUMENT_TITLES[document];
  const [version, setVersion] = useState<string>();
  const query = useQuery(documentQuery(document, version));
  const { data } = query;
  const current = data?.history[0]?.version;
  return (
    <Page title={title} width="reading">
      <Card as="article" className="px-8 py-8 max-md:px-5 max-md:py-6">
        <PageHeading>{title}</PageHeading>
        {!data && (
          <LoadState
            query={query}
            failed={`${title} 내용을 불러오지 못했습니다.`}
            rows={8}
            label={`${title} 내용을 불러오는 중입니다.`}
          />
        )}
        {data && (
          <>
            <p className="mt-1 text-ink-3 text-sm">
              시행일 {data.version.slice(0, 10)}
              {data.version !== current && ' · 지난 내용입니다.'}
            </p>
            <DocumentText content={data.content} />
            {data.history.length > 1 && (
              <section aria-label="지난 내용" className="mt-8 border-line border-t pt-5">
                <Field label="지난 내용 보기" className="max-w-72">
                  <Select
                    value={data.version}
                    onChange={({ target }) => setVersion(target.value)}
                    options={data.history.map((one) => ({
                      value: one.version,
                      label: one.version === current ? `${one.version} (지금)` : one.version,
                    }))}
                  />
                </Field>
                <ul className="mt-3 grid gap-1 text-ink-2 text-sm">
                  {data.history
                    .filter(({ note }) => note !== '')
                    .map((one) => (
                      <li key={one.version}>
                        <strong>{one.version}</strong> {one.note}
                      </li>
                    ))}
                </ul>
              </section>
            )}
          </>
        )}
      </Card>
    </Page>
  );
}

export function TermsPage() {
  return <DocumentPage document="terms" />;
}

export function PrivacyPage() {
  return <DocumentPage document="privacy" />;
}
