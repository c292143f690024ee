import type { CallResult, SignedIn, TestApp } from '../test-app.ts';

interface Draft {
  title?: string;
  html?: string;
  version?: string;
  base?: string | null;
}

/** Saves a draft like a device of the member; returns the response. */
export function saveDraft(
  t: TestApp,
  as: SignedIn,
  place: string,
  { title = '', html = '<p>여기까지</p>', version = 'version-1', base = null }: Draft = {},
): Promise<CallResult> {
  const content = { title, html, choices: '', files: [] };
  const body = { version, base, excerpt: '여기까지', content };
  return t.call('PUT', `/api/member/drafts/${place}`, { as, body });
}
