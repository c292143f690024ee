import { type SiteStatus, siteNoticeBody } from '@naru/contract/site-status';
import * as z from 'zod/mini';
import { kstText } from '../../platform/clock.ts';

const instant = z.nullable(z.string());
/** Earlier read-only times that are remembered. */
const EARLIER_MAX = 10;
const noticeSchema = z.object({ ...siteNoticeBody.shape, savedAt: z.string() });
const readOnlySchema = z.object({
  isOn: z.boolean(),
  reason: z.string(),
  until: instant,
  since: instant,
  endedAt: instant,
  /** Those before, oldest first. */
  earlier: z.optional(z.array(z.object({ since: z.string(), endedAt: z.string() }))),
});

type StoredNotice = z.output<typeof noticeSchema>;
type StoredReadOnly = z.output<typeof readOnlySchema>;

/** Instants are ISO 8601 strings. */
export interface StoredState {
  notice: StoredNotice;
  readOnly: StoredReadOnly;
  /** Neither was ever set. */
  isUntouched: boolean;
}

const NO_NOTICE: StoredNotice = {
  isOn: false,
  text: '',
  url: '',
  level: 'INFO',
  audience: 'ALL',
  startsAt: null,
  endsAt: null,
  savedAt: '',
};
export const READ_WRITE: StoredReadOnly = {
  isOn: false,
  reason: '',
  until: null,
  since: null,
  endedAt: null,
};

/** Falls back to nothing for a missing or invalid row. */
export function storedState(notice: string | undefined, readOnly: string | undefined): StoredState {
  return {
    notice: z.safeParse(noticeSchema, parse(notice)).data ?? NO_NOTICE,
    readOnly: z.safeParse(readOnlySchema, parse(readOnly)).data ?? READ_WRITE,
    isUntouched: notice === undefined && readOnly === undefined,
  };
}

function parse(stored = ''): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

/** The notice as pages show it to the reader now; null when it is off, not yet due, over, or not for the reader. */
export function shownNotice(
  { isOn, text, url, level, audience, startsAt, endsAt, savedAt }: StoredNotice,
  reader: 'ALL' | 'MEMBERS',
  now: Date,
): SiteStatus['notice'] {
  const isDue = startsAt === null || new Date(startsAt) <= now;
  const isOver = endsAt !== null && new Date(endsAt) <= now;
  const isForReader = audience === 'ALL' || reader === 'MEMBERS';
  if (!isOn || !isDue || isOver || !isForReader) return null;
  return { id: savedAt, text, url: url || null, level };
}

/** The read-only times that are over, oldest first; only the newest of them are remembered. */
export function endedTimes({ isOn, since, endedAt, earlier = [] }: StoredReadOnly) {
  const isOver = !isOn && since !== null && endedAt !== null;
  return [...earlier, ...(isOver ? [{ since, endedAt }] : [])].slice(-EARLIER_MAX);
}

const SENTENCE_END = /[.!?。]$/;

/** Why nothing can be stored and until when; a time that has passed is left out. */
export function readOnlyText({ reason, until }: StoredReadOnly, now: Date): string {
  const sentence = SENTENCE_END.test(reason) ? reason : `${reason}.`;
  const end = until === null ? null : new Date(until);
  const when = end !== null && end > now ? `${kstText(end)}까지` : '지금은';
  return `${sentence} ${when} 읽기만 할 수 있습니다.`;
}
