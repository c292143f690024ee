import { PETITION_BODIES } from '@naru/contract/petition-bodies';
import type { Petition, PetitionState } from '@naru/contract/petitions';
import { koreanDayAfter } from '../../lib/format/dates.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

export const STATES: Record<PetitionState, { name: string; tone: BadgeTone }> = {
  COLLECTING: { name: '모으는 중', tone: 'sea' },
  WAITING: { name: '답변 대기', tone: 'gold' },
  OVERDUE: { name: '기한 지남', tone: 'buoy' },
  ANSWERED: { name: '답변함', tone: 'tide' },
  FAILED: { name: '성립하지 않음', tone: 'plain' },
  WITHDRAWN: { name: '철회', tone: 'plain' },
  CLOSED: { name: '닫힘', tone: 'plain' },
};

type Head = Pick<
  Petition,
  'addressee' | 'state' | 'signatureCount' | 'threshold' | 'endsOn' | 'owedOn'
>;

export function StateBadge({ state }: Pick<Head, 'state'>) {
  const { name, tone } = STATES[state];
  return <Badge tone={tone}>{name}</Badge>;
}

/** `12월 3일` of a Korean day. */
export function dayText(day: string): string {
  return `${Number(day.slice(5, 7))}월 ${Number(day.slice(8, 10))}일`;
}

/** Days from today to a Korean day; negative when it is over. */
function daysTo(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(koreanDayAfter(0))) / 86_400_000);
}

/** What comes next, and when. */
function deadlineText({ state, endsOn, owedOn }: Head): string {
  if (state === 'COLLECTING') {
    const left = daysTo(endsOn);
    // The day may be over since the page was loaded.
    if (left < 0) return `${dayText(endsOn)} 마감`;
    return `${dayText(endsOn)}까지 · ${left === 0 ? '오늘 마감' : `${left}일 남음`}`;
  }
  if (owedOn === null || (state !== 'WAITING' && state !== 'OVERDUE')) return '';
  if (state === 'OVERDUE' && daysTo(owedOn) < 0)
    return `답변 기한 ${dayText(owedOn)} · ${-daysTo(owedOn)}일 지남`;
  return `${dayText(owedOn)}까지 답변`;
}

export function bodyName({ addressee }: Pick<Head, 'addressee'>): string {
  return PETITION_BODIES[addressee].name;
}

/** The bar of signatures with its numbers. */
export function SignatureBar({ petition }: { petition: Head }) {
  const { signatureCount, threshold } = petition;
  return (
    <div>
      <ProgressBar label="모인 서명" value={signatureCount / threshold} />
      <p className="mt-1.5 flex flex-wrap gap-x-2 text-ink-3 text-sm">
        <span className="font-semibold text-ink-2">{formatCount(signatureCount)}명 서명</span>
        <span>목표 {formatCount(threshold)}명</span>
        <span className="ml-auto">{deadlineText(petition)}</span>
      </p>
    </div>
  );
}
