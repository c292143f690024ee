import { LIMITS } from '@naru/contract/limits';
import { sortYears, yearsOfTitle } from '@naru/contract/notice-audience';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import { fromLocalTime } from '../../../lib/format/dates.ts';

/** Times are Korean: `2026-11-20T14:02`, days `2026-11-20`; empty means none. */
export type NoticeChoices = {
  years: readonly number[];
  isLater: boolean;
  publishAt: string;
  pinUntil: string;
  expiresAt: string;
};

export const NO_CHOICES: NoticeChoices = {
  years: [],
  isLater: false,
  publishAt: '',
  pinUntil: '',
  expiresAt: '',
};

type NoticeErrors = Partial<Record<'publishAt' | 'pinUntil' | 'expiresAt', string>>;

export type NoticeOptions = ReturnType<typeof useNoticeOptions>;

const DAY_MS = 86_400_000;

/** Audience and time of a notice. A label in the title such as `<4학년>` decides the audience. */
export function useNoticeOptions(initial: NoticeChoices) {
  const [choices, setChoices] = useState(initial);
  const [errors, setErrors] = useState<NoticeErrors>({});
  const [title, setTitle] = useState('');
  const named = yearsOfTitle(title);
  const { isLater, publishAt, pinUntil, expiresAt } = choices;

  return {
    ...choices,
    errors,
    setTitle,
    /** `[]` means all. */
    years: named ?? choices.years,
    /** The title decides the audience. */
    isNamed: named !== null,
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
    check(): boolean {
      const found = findErrors(choices, Date.now());
      setErrors(found);
      return Object.keys(found).length === 0;
    },
    /** Fields of the post. */
    ofPost: {
      years: [...(named ?? choices.years)],
      expiresAt: expiresAt === '' ? null : fromLocalTime(expiresAt),
    },
    /** When the post appears; null: at once. */
    schedule: isLater ? { publishAt: fromLocalTime(publishAt), pinUntil: pinUntil || null } : null,
  };
}

function findErrors(choices: NoticeChoices, now: number): NoticeErrors {
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
  return errors;
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
