import type { EditedSettings, SiteSettings, siteSettingsBody } from '@naru/contract/settings';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { api } from '../../lib/api/api.ts';
import type { useSchemaForm } from '../../lib/forms.ts';
import type { Difference } from '../../ui/edit-conflict.tsx';

type SettingsForm = ReturnType<
  typeof useSchemaForm<z.input<typeof siteSettingsBody>, SiteSettings>
>;

const LABELS: Record<keyof SiteSettings, string> = {
  studyRoomMenu: '스터디룸 메뉴',
  directMessage: '프로필에서 메시지 보내기',
  quickLinks: '바로가기',
  footer: '아래쪽 안내',
  blindAfter: '가리는 데 필요한 신고한 회원 수',
};

type Options = {
  /** Called with the version that the form now builds on. */
  onRebased: (version: string) => void;
  send: (version: string) => void;
};

/** What another ADMIN saved while the form was edited, and the two ways to go on. */
export function useSettingsConflict(form: SettingsForm, { onRebased, send }: Options) {
  const [theirs, setTheirs] = useState<EditedSettings | null>(null);
  const continueFrom = (next: SiteSettings, { version, ...saved }: EditedSettings) => {
    onRebased(version);
    form.reset(saved);
    form.reset(next, { keepDefaultValues: true });
  };
  const merge = (stored: EditedSettings) => {
    const base = form.formState.defaultValues as SiteSettings;
    return rebase(form.getValues() as SiteSettings, base, stored);
  };

  return {
    /** Reads what was saved. Throws when that fails. */
    load: async () => setTheirs(await api('GET /api/admin/settings')),
    clear: () => setTheirs(null),
    found: theirs && { differences: compare(theirs, merge(theirs)) },
    keepMine() {
      if (theirs === null) return;
      continueFrom(merge(theirs), theirs);
      send(theirs.version);
    },
    takeTheirs() {
      if (theirs === null) return;
      const { version: _version, ...saved } = theirs;
      continueFrom(saved, theirs);
      setTheirs(null);
    },
  };
}

/** Settings that were not edited here are theirs. */
function rebase(mine: SiteSettings, base: SiteSettings, theirs: SiteSettings): SiteSettings {
  const pick = <K extends keyof SiteSettings>(key: K) =>
    isSame(mine[key], base[key]) ? theirs[key] : mine[key];
  return {
    directMessage: pick('directMessage'),
    studyRoomMenu: pick('studyRoomMenu'),
    quickLinks: pick('quickLinks'),
    footer: pick('footer'),
    blindAfter: pick('blindAfter'),
  };
}

function compare(theirs: SiteSettings, mine: SiteSettings): Difference[] {
  return (Object.keys(LABELS) as (keyof SiteSettings)[])
    .filter((key) => !isSame(theirs[key], mine[key]))
    .map((key) => ({ label: LABELS[key], theirs: textOf(theirs[key]), mine: textOf(mine[key]) }));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function textOf(value: SiteSettings[keyof SiteSettings]): string {
  if (value === 'open') return '열림';
  if (value === 'locked') return '잠금';
  if (typeof value === 'number') return value === 0 ? '가리지 않음' : `${value}명`;
  if (Array.isArray(value)) return value.map(({ label, url }) => `${label}: ${url}`).join('\n');
  return Object.values(value).join('\n');
}
