import { DOCUMENT_TITLES, type SiteDocument } from '@naru/contract/document-names';
import type { SiteDocumentPage } from '@naru/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DocumentText } from '../../entities/documents/document-text.tsx';
import { documentQuery } from '../../entities/documents/documents.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { usePlace } from '../../lib/place.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { DocumentChanges } from './document-changes.tsx';

/** Terms or privacy policy, with its former versions and the one that is announced. */
function DocumentPage({ document }: { document: SiteDocument }) {
  const title = DOCUMENT_TITLES[document];
  const { read, go } = usePlace();
  const query = useQuery(documentQuery(document, read('version')));
  const { data } = query;
  const isCompared = read('view') === 'changes' && data?.upcoming;
  return (
    <Page title={title} width="reading">
      <Card as="article" className="px-8 py-8 max-md:px-5 max-md:py-6">
        <PageHeading>{title}</PageHeading>
        {isWithdrawn(query.error) && (
          <p className="mt-3">
            이 내용은 더 볼 수 없습니다.{' '}
            <Link
              to="."
              search={{}}
              className="font-semibold text-sea underline underline-offset-4"
            >
              지금 {title} 보기
            </Link>
          </p>
        )}
        {!data && !isWithdrawn(query.error) && (
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
              시행일 {dayOf(data)}
              {stateOf(data)}
            </p>
            {data.upcoming && (
              <Upcoming
                page={data}
                upcoming={data.upcoming}
                isCompared={Boolean(isCompared)}
                onView={(view, version) => go({ view, version })}
              />
            )}
            {isCompared && data.upcoming ? (
              <DocumentChanges document={document} upcoming={data.upcoming.version} />
            ) : (
              <DocumentText content={data.content} />
            )}
            <FormerVersions page={data} onVersion={(version) => go({ version, view: undefined })} />
          </>
        )}
      </Card>
    </Page>
  );
}

/** Of an address that names a version which was announced and taken back. */
const isWithdrawn = (error: unknown) => error instanceof ApiError && error.status === 404;

type Version = SiteDocumentPage['history'][number];

/** A version is named for the day from which it holds. */
const dayOf = ({ effectiveOn, version }: Version) => effectiveOn ?? version.slice(0, 10);

function stateOf({ version, upcoming, history }: SiteDocumentPage): string {
  if (version === upcoming?.version) return ' · 아직 시행하지 않은 내용입니다.';
  return version === history[0]?.version ? '' : ' · 지난 내용입니다.';
}

type View = 'current' | 'upcoming' | 'changes';
const VIEWS = [
  { value: 'current', label: '지금 내용' },
  { value: 'upcoming', label: '새 내용' },
  { value: 'changes', label: '달라진 점' },
] as const;

type UpcomingProps = {
  page: SiteDocumentPage;
  upcoming: Version;
  isCompared: boolean;
  onView: (view: string | undefined, version: string | undefined) => void;
};

/** What will hold from when, and the way to both versions. */
function Upcoming({ page, upcoming, isCompared, onView }: UpcomingProps) {
  const shown: View = page.version === upcoming.version ? 'upcoming' : 'current';
  return (
    <section
      aria-label="바뀔 내용"
      className="mt-4 grid justify-items-start gap-2 rounded-ctl bg-gold-weak px-4 py-3"
    >
      <p className="font-bold">{dayOf(upcoming)}부터 바뀝니다.</p>
      <p className="whitespace-pre-line text-ink-2 text-md">{upcoming.note}</p>
      {upcoming.asksConsent && (
        <p className="text-ink-2 text-sm">
          시행일부터는 새 내용에 동의해야 계속 이용할 수 있습니다. 동의하지 않으면 그 전에 탈퇴할 수
          있습니다.
        </p>
      )}
      <Segmented<View>
        label="볼 내용"
        items={VIEWS}
        value={isCompared ? 'changes' : shown}
        onChange={(view) =>
          onView(
            view === 'changes' ? view : undefined,
            view === 'upcoming' ? upcoming.version : undefined,
          )
        }
      />
    </section>
  );
}

type FormerVersionsProps = {
  page: SiteDocumentPage;
  onVersion: (version: string) => void;
};

function FormerVersions({ page, onVersion }: FormerVersionsProps) {
  const { history, upcoming } = page;
  if (history.length < 2) return null;
  const options = history.map(({ version }, at) => ({
    value: version,
    label: at === 0 ? `${version} (지금)` : version,
  }));
  const next = upcoming && { value: upcoming.version, label: `${upcoming.version} (시행 예정)` };
  return (
    <section aria-label="지난 내용" className="mt-8 border-line border-t pt-5">
      <Field label="지난 내용 보기" className="max-w-72">
        <Select
          value={page.version}
          onChange={({ target }) => onVersion(target.value)}
          options={next ? [next, ...options] : options}
        />
      </Field>
      <ul className="mt-3 grid gap-1 text-ink-2 text-sm">
        {history
          .filter(({ note }) => note !== '')
          .map((one) => (
            <li key={one.version}>
              <strong>{one.version}</strong> {one.note}
            </li>
          ))}
      </ul>
    </section>
  );
}

export function TermsPage() {
  return <DocumentPage document="terms" />;
}

export function PrivacyPage() {
  return <DocumentPage document="privacy" />;
}
