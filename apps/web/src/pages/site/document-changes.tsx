import type { SiteDocument } from '@naru/contract/document-names';
import { useQuery } from '@tanstack/react-query';
import { changedSections } from '../../entities/documents/changed-sections.ts';
import { documentQuery } from '../../entities/documents/documents.ts';
import { LoadState } from '../../ui/load-state.tsx';

type DocumentChangesProps = {
  document: SiteDocument;
  /** The announced version. */
  upcoming: string;
};

/** What the announced version removes and adds, section by section. */
export function DocumentChanges({ document, upcoming }: DocumentChangesProps) {
  const current = useQuery(documentQuery(document));
  const next = useQuery(documentQuery(document, upcoming));
  if (!current.data || !next.data) {
    return (
      <LoadState
        query={current.data ? next : current}
        failed="달라진 점을 불러오지 못했습니다."
        rows={4}
        label="달라진 점을 불러오는 중입니다."
      />
    );
  }
  const sections = changedSections(current.data.content, next.data.content);
  if (sections.length === 0) return <p className="mt-6">글자가 달라진 곳이 없습니다.</p>;
  return (
    <div className="mt-6 grid gap-5">
      {sections.map(({ title, removed, added }) => (
        <section key={title} className="grid gap-2">
          <h2 className="font-bold text-lg">{title === '' ? '소개' : title}</h2>
          <Lines label="빠지는 내용" mark="−" lines={removed} className="bg-buoy-weak" />
          <Lines label="새 내용" mark="+" lines={added} className="bg-tide-weak" />
        </section>
      ))}
    </div>
  );
}

type LinesProps = { label: string; mark: string; lines: readonly string[]; className: string };

function Lines({ label, mark, lines, className }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <div className={`rounded-ctl px-4 py-3 ${className}`}>
      <p className="font-semibold text-ink-2 text-sm">{label}</p>
      <ul aria-label={label} className="grid gap-1 text-md [overflow-wrap:anywhere]">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
          <li key={at} className="flex gap-2">
            <span aria-hidden="true">{mark}</span>
            {line.replace(/^- /, '')}
          </li>
        ))}
      </ul>
    </div>
  );
}
