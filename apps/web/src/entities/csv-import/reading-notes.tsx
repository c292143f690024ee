import type { TableReading } from '@naru/contract/file-reading';

/** What a file has that is not read, beside the columns that are. */
export function ReadingNotes({ reading }: { reading: TableReading }) {
  const { columns, unread, ignored } = reading;
  if (columns.length === 0) return null;
  const names = columns.map(({ heading, name }) =>
    heading.replaceAll(/\s/g, '') === name ? name : `${heading} → ${name}`,
  );
  return (
    <dl className="mb-3 grid gap-x-3 gap-y-1 rounded-ctl bg-deck px-3.5 py-2.5 text-sm [overflow-wrap:anywhere] sm:grid-cols-[auto_1fr]">
      <dt className="font-semibold text-ink-2">읽는 열</dt>
      <dd className="text-ink-2">{names.join(', ')}</dd>
      {unread.length > 0 && (
        <>
          <dt className="font-semibold text-gold">읽지 않는 열</dt>
          <dd>{unread.join(', ')}</dd>
        </>
      )}
      {ignored.length > 0 && (
        <>
          <dt className="font-semibold text-gold">읽지 않는 줄</dt>
          <dd>
            <ul className="grid gap-0.5">
              {ignored.map(({ line, message }) => (
                <li key={line}>
                  <span className="tabular-nums">{line}</span>번째 줄: {message}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  );
}
