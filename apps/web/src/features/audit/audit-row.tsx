import { AUDIT_ACTIONS, type AuditAction, type AuditEntry } from '@naru/contract/admin';
import { cutGraphemes } from '@naru/contract/text';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { detailsOf, sentenceOf } from './audit.lines.ts';

const TONES: Record<string, BadgeTone> = {
  role: 'violet',
  member: 'gold',
  inquiry: 'sea',
  reveal: 'buoy',
};

/** Longer values, in UTF-16 units, are collapsed to `PREVIEW` graphemes. */
const SHOWN_MAX = 60;
const PREVIEW = 24;

function titleOf(action: string): string {
  const isKnown = (name: string): name is AuditAction => name in AUDIT_ACTIONS;
  return isKnown(action) ? AUDIT_ACTIONS[action] : action;
}

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const details = detailsOf(entry);
  const [group = ''] = entry.action.split('.');
  return (
    <article className="grid gap-1.5 px-5 py-3.5 max-md:px-4 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-4">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone={TONES[group] ?? 'plain'}>{titleOf(entry.action)}</Badge>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <bdi className="font-semibold">{entry.actorNickname}</bdi> 님이{' '}
          <bdi>{sentenceOf(entry)}</bdi>
        </span>
      </p>
      {entry.reason && (
        <p className="border-line-strong md:col-start-1 border-l-3 pl-3 text-ink-2 text-md [overflow-wrap:anywhere]">
          사유: <bdi>{entry.reason}</bdi>
        </p>
      )}
      {details.length > 0 && (
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-md md:col-start-1">
          {details.map(({ name, value }) => (
            <div key={name} className="flex gap-2">
              <dt className="shrink-0 text-ink-3">{name}</dt>
              <dd className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
                <Value text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="flex flex-wrap gap-x-3 text-ink-3 text-sm tabular-nums md:col-start-2 md:row-span-3 md:row-start-1 md:flex-col md:items-end">
        <TimeText date={entry.createdAt} kind="list" />
        {entry.address && <span>{entry.address}</span>}
      </p>
    </article>
  );
}

function Value({ text }: { text: string }) {
  if (text.length <= SHOWN_MAX) return <bdi>{text}</bdi>;
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-sea">
        {cutGraphemes(text, PREVIEW)}
      </summary>
      <bdi>{text}</bdi>
    </details>
  );
}
