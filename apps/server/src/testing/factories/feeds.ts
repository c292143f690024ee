import type { FeedKind } from '@naru/contract/feeds';
import type { SignedIn, TestApp } from '../test-app.ts';

/** Makes the address of a feed; returns its path. */
export async function makeFeed(t: TestApp, as: SignedIn, kind: FeedKind): Promise<{ url: string }> {
  const { status, json, text } = await t.call('PUT', `/api/member/feeds/${kind}`, { as });
  if (status !== 200) throw new Error(`feed refused: ${text}`);
  return { url: new URL(json.url).pathname };
}
