import type { SiteIdentity, siteIdentityBody } from '@naru/contract/identity';
import type { EditedIdentity } from '@naru/contract/settings';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { api } from '../../lib/api/api.ts';
import type { useSchemaForm } from '../../lib/forms.ts';
import type { Difference } from '../../ui/edit-conflict.tsx';

type IdentityForm = ReturnType<
  typeof useSchemaForm<z.input<typeof siteIdentityBody>, SiteIdentity>
>;

const LABELS: Record<keyof SiteIdentity, string> = {
  siteName: '사이트 이름',
  universityName: '대학교',
  departmentName: '학과 또는 학부',
  officeName: '담당 부서',
  color: '대표 색',
  logoUrl: '로고',
};
const FIELDS = Object.keys(LABELS) as (keyof SiteIdentity)[];

type Options = {
  /** Called with the version that the form now builds on. */
  onRebased: (version: string) => void;
  send: (version: string) => void;
};

/** What another ADMIN saved while the form was edited, and the two ways to go on. */
export function useIdentityConflict(form: IdentityForm, { onRebased, send }: Options) {
  const [theirs, setTheirs] = useState<EditedIdentity | null>(null);
  /** Fields that were not edited here are theirs. */
  const merge = (stored: SiteIdentity): SiteIdentity => {
    const mine = form.getValues();
    const base = form.formState.defaultValues ?? {};
    const merged = { ...mine };
    for (const name of FIELDS) if (mine[name] === base[name]) merged[name] = stored[name];
    return merged;
  };
  const continueFrom = (next: SiteIdentity, { version, ...saved }: EditedIdentity) => {
    onRebased(version);
    form.reset(saved);
    form.reset(next, { keepDefaultValues: true });
  };

  return {
    /** Reads what was saved. Throws when that fails. */
    load: async () => setTheirs(await api('GET /api/admin/identity')),
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

function compare(theirs: SiteIdentity, mine: SiteIdentity): Difference[] {
  return FIELDS.filter((name) => theirs[name] !== mine[name]).map((name) => ({
    label: LABELS[name],
    theirs: textOf(name, theirs[name], '저장된 로고'),
    mine: textOf(name, mine[name], '내가 올린 로고'),
  }));
}

/** The address of a logo says nothing to people. */
function textOf(name: keyof SiteIdentity, value: string, logo: string): string {
  return name === 'logoUrl' && value !== '' ? logo : value;
}
