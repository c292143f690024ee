import type { Board } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { type Team, type TeamInput, type TeamKind, teamInput } from '@naru/contract/team-fields';
import { TEXTS } from '@naru/contract/texts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { serverNow } from '../../../lib/clock.ts';
import { koreanDay, koreanDayAfter } from '../../../lib/format/dates.ts';

const draftSchema = z.object({
  kind: z.string(),
  places: z.string(),
  lastDay: z.string(),
  /** Separated by commas. */
  roles: z.string(),
});
/** What a post recruits, as it is typed. */
type TeamDraft = z.output<typeof draftSchema>;
type TeamErrors = Partial<Record<keyof TeamDraft, string>>;

export type TeamOptions = ReturnType<typeof useTeamDraft>;

const NEW: TeamDraft = { kind: 'STUDY', places: '3', lastDay: '', roles: '' };

/** What a post recruits in its form; nothing on boards that do not recruit. */
export function useTeamDraft({ recruits }: Board, stored: Team | undefined) {
  const [initial] = useState(() => (stored ? draftOf(stored) : NEW));
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<TeamErrors>({});
  const isTouched = JSON.stringify(draft) !== JSON.stringify(initial);
  return {
    isOffered: recruits,
    draft,
    errors,
    /** First and last day that can be chosen. */
    days: { min: koreanDay(serverNow()), max: koreanDayAfter(LIMITS.teamDays) },
    change(next: Partial<TeamDraft>) {
      setDraft((now) => ({ ...now, ...next }));
      setErrors({});
    },
    isTouched,
    /** For the draft. */
    text: isTouched ? JSON.stringify(draft) : '',
    restore(text: string) {
      const read = readDraft(text);
      if (read) setDraft(read);
    },
    check(): boolean {
      const found = recruits ? findErrors(draft, stored) : {};
      setErrors(found);
      return Object.keys(found).length === 0;
    },
    /** The field of the post. */
    ofPost: recruits ? { team: inputOf(draft) } : {},
  };
}

function draftOf({ kind, places, lastDay, roles }: Team): TeamDraft {
  return { kind, places: String(places), lastDay, roles: roles.join(', ') };
}

function readDraft(text: string): TeamDraft | undefined {
  try {
    return z.safeParse(draftSchema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function inputOf({ kind, places, lastDay, roles }: TeamDraft): TeamInput {
  const named = roles.split(',').map((role) => role.trim());
  return {
    kind: kind as TeamKind,
    places: Number(places),
    lastDay,
    roles: named.filter((role) => role !== ''),
  };
}

/** By the rules of the contract; a last day that is stored may be over. */
function findErrors(draft: TeamDraft, stored: Team | undefined): TeamErrors {
  const errors: TeamErrors = {};
  const { error } = z.safeParse(teamInput.team, inputOf(draft));
  for (const { path, message } of error?.issues ?? []) {
    errors[path[0] as keyof TeamDraft] ??= message;
  }
  const isPast = draft.lastDay < koreanDay(serverNow()) && draft.lastDay !== stored?.lastDay;
  if (draft.lastDay === '' || isPast || draft.lastDay > koreanDayAfter(LIMITS.teamDays)) {
    errors.lastDay = TEXTS.teamLastDay;
  }
  if (stored && Number(draft.places) < stored.accepted) errors.places = TEXTS.teamPlacesTaken;
  return errors;
}
