import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../entities/member/me.ts';
import { calls } from '../lib/api/api.ts';
import { ApiError } from '../lib/api/api-error.ts';
import type { Endpoint, ResultOf } from '../lib/api/endpoints.ts';
import { linkSplashScreens, watchInstall } from '../lib/install.ts';
import { followConnection } from '../lib/offline/connection.ts';
import {
  currentMember,
  findResponse,
  removeResponse,
  storeResponse,
  wipeResponses,
} from '../lib/offline/responses.ts';
import { registerServiceWorker } from '../lib/service-worker.ts';
import { sendOwedLogOuts } from '../lib/session/log-out.ts';
import { readTokens, subjectOf } from '../lib/session/tokens.ts';
import { dropShared } from '../lib/shared-content.ts';
import { removeOldWriting, writingNames } from '../lib/stored-writing.ts';

type Call = Parameters<typeof storeResponse>[0];

/** Statuses after which a stored response must go: the content is gone, or this member may no longer read it. */
const GONE = [403, 404];
/** The first call of every session. */
const ME = 'GET /api/member/me' satisfies Endpoint;

/** Starts what makes the app work without a network, after the first page has loaded. */
export function startOffline(client: QueryClient): void {
  registerServiceWorker();
  linkSplashScreens(document);
  watchInstall();
  wipeOthers();
  removeOldWriting();
  void sendOwedLogOuts();
  // The end of a session clears the cache of queries, whatever ended it.
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'removed' || query.queryKey[0] !== meQuery.queryKey[0]) return;
    wipeOthers();
    void dropShared();
  });
  followCalls(client);
  // Without a network no response identifies the member.
  const member = currentMember();
  if (member !== null) resumeUnsent(client, Number(member));
}

/** Removes all stored responses except those of the member who is logged in. */
function wipeOthers(): void {
  const tokens = readTokens();
  void wipeResponses((tokens && subjectOf(tokens.accessToken)) ?? undefined);
}

function followCalls(client: QueryClient): void {
  const reportConnection = followConnection(client);
  const onResponse = (call: Call, response: unknown, asker: string | null) => {
    reportConnection(undefined);
    // Another member may have logged in while it was on its way.
    if (asker !== currentMember()) return;
    void storeResponse(call, response, asker);
    if (call.endpoint === ME) resumeUnsent(client, (response as ResultOf<typeof ME>).meDto.id);
  };
  const onFailure = (call: Call, error: unknown) => {
    reportConnection(error);
    if (error instanceof ApiError && GONE.includes(error.status)) void removeResponse(call);
  };
  const follow = (call: Call, outcome: Promise<unknown>) => {
    const asker = currentMember();
    void outcome.then(
      (response) => onResponse(call, response, asker),
      (error: unknown) => onFailure(call, error),
    );
  };
  for (const [call, outcome] of calls.early.splice(0)) follow(call, outcome);
  calls.follow = (call, outcome) => {
    follow(call, outcome);
    return outcome.catch((error: unknown) => findResponse(call, error));
  };
}

/** Whether comments of this member wait on this device. */
export function hasUnsent(memberId: number): boolean {
  const start = `naru.unsent.${memberId}.`;
  return writingNames().some((name) => name.startsWith(start) && name.includes('comment.'));
}

/** Loads the code of comments only for a member who has unsent ones. */
function resumeUnsent(client: QueryClient, memberId: number): void {
  if (!hasUnsent(memberId)) return;
  void import('../entities/comments/unsent.ts').then(({ resumeComments }) =>
    resumeComments(client, memberId),
  );
}
