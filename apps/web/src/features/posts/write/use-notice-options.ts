import { LIMITS } from '@naru/contract/limits';
import { sortYears, yearsOfTitle } from '@naru/contract/notice-audience';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { serverNow } from '../../../lib/clock.ts';
import { fromLocalTime, koreanDay } from '../../../lib/format/dates.ts';

/** `new`: not published; `scheduled`: to be published later; `published`: on the board. */
export type NoticeState = 'new' | 'scheduled' | 'published';

/** Times are Korean: `2026-11-20T14:02`, days `2026-11-20`; empty means none. */
export type NoticeChoices = {
  years: readonly number[];
  /** Beside the years, as the contract names them. */
  groups: readonly string[];
  isLater: boolean;
  publishAt: string;
  pinUntil: string;
  expiresAt: string;
  /** Readers confirm it, until the day. */
  mustRead: boolean;
  dueOn: string;
  /** Those who confirmed it are asked again. */
  again: boolean;
};

export const NO_CHOICES: NoticeChoices = {
  years: [],
  groups: [],
  isLater: false,
  publishAt: '',
  pinUntil: '',
  expiresAt: '',
  mustRead: false,
  dueOn: '',
  again: false,
};

type NoticeErrors = Partial<Record<'publishAt' | 'pinUntil' | 'expiresAt' | 'dueOn', string>>;

export type NoticeOptions = ReturnType<typeof useNoticeOptions>;

const DAY_MS = 86_400_000;

/** Audience and time of a notice. A label in the title such as `<4학년>` decides the audience. */
export function useNoticeOptions(initial: NoticeChoices) {
  const [choices, setChoices] = useState(initial);
  const [errors, setErrors] = useState<NoticeErrors>({});
  const [title, setTitle] = useState('');
  const named = yearsOfTitle(title);
  const { isLater, publishAt, pinUntil, expiresAt, mustRead, dueOn, again } = choices;

  return {
    ...choices,
    errors,
    setTitle,
    /** `[]` means all. */
    years: named ?? choices.years,
    /** The title decides the audience. */
    isNamed: named !== null,
    /** It was one before. */
    wasMustRead: initial.mustRead,
    isTouched: JSON.stringify(choices) !== JSON.stringify(initial),
    /** For the draft. */
    text: JSON.stringify(choices),
    restore: (text: string) => setChoices({ ...initial, ...readChoices(text) }),
    change(next: Partial<NoticeChoices>) {
      setChoices((now) => ({ ...now, ...next }));
      setErrors({});
    },
    toggle(year: number) {
      const isOn = choices.years.includes(year);
      const years = isOn
        ? choices.years.filter((other) => other !== year)
        : [...choices.years, year];
      setChoices({ ...choices, years: sortYears(years) });
    },
    toggleGroup(group: string) {
      const { groups } = choices;
      const isOn = groups.includes(group);
      setChoices({
        ...choices,
        groups: isOn ? groups.filter((other) => other !== group) : [...groups, group],
      });
    },
    check(): boolean {
      const found = findErrors(choices, serverNow(), initial.dueOn);
      setErrors(found);
      return Object.keys(found).length === 0;
    },
    /** Fields of the post. */
    ofPost: {
      years: [...(named ?? choices.years)],
      groups: [...choices.groups],
      expiresAt: expiresAt === '' ? null : fromLocalTime(expiresAt),
      mustRead: mustRead ? { dueOn: dueOn || null, ...(again && { again }) } : null,
    },
    /** When the post appears; null: at once. */
    schedule: isLater ? { publishAt: fromLocalTime(publishAt), pinUntil: pinUntil || null } : null,
  };
}

function findErrors(choices: NoticeChoices, now: number, formerDue: string): NoticeErrors {
  const { isLater, publishAt, pinUntil, expiresAt } = choices;
  const from = isLater && publishAt !== '' ? Date.parse(fromLocalTime(publishAt)) : now;
  const errors: NoticeErrors = {};
  if (isLater && publishAt === '') errors.publishAt = TEXTS.publishAtRequired;
  else if (isLater && (from <= now || from > now + LIMITS.scheduleDays * DAY_MS)) {
    errors.publishAt = TEXTS.publishAtRange;
  }
  if (isLater && pinUntil !== '' && pinUntil < publishAt.slice(0, 10)) {
    errors.pinUntil = TEXTS.scheduledPinRange;
  }
  if (expiresAt !== '' && Date.parse(fromLocalTime(expiresAt)) <= from) {
    errors.expiresAt = TEXTS.expiryPast;
  }
  return { ...errors, ...findDueError(choices, koreanDay(from), formerDue) };
}

/** A day that is over may stay. */
function findDueError(choices: NoticeChoices, first: string, formerDue: string): NoticeErrors {
  const { mustRead, dueOn } = choices;
  const isPast = dueOn !== '' && dueOn !== formerDue && dueOn < first;
  return mustRead && isPast ? { dueOn: TEXTS.mustReadDuePast } : {};
}

/** Drafts of other forms of the board hold other text. */
function readChoices(text: string): Partial<NoticeChoices> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
