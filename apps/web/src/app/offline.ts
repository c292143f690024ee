import type { Me } from '@naru/contract/members';
import type { QueryClient } from '@tanstack/react-query';
import { answered } from '../lib/api/api.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { watchInstall } from '../lib/install.ts';
import { forgetAnswer, keepAnswer } from '../lib/offline/answers.ts';
import { followConnection } from '../lib/offline/connection.ts';
import { wipeAnswers } from '../lib/offline/wipe.ts';
import { registerServiceWorker } from '../lib/service-worker.ts';
import { readTokens, subjectOf } from '../lib/session/tokens.ts';
import { linkSplashScreens } from '../lib/splash-screens.ts';
import { writingNames } from '../lib/stored-writing.ts';

/** What the server refuses to a member is gone, or is no longer for this member. */
const GONE = [403, 404];
/** The first call of every session. */
const ME = 'GET /api/member/me';

/** Starts what makes the app work without a network, after the first page has loaded. */
export function startOffline(client: QueryClient): void {
  registerServiceWorker();
  linkSplashScreens(document);
  watchInstall();
  const tokens = readTokens();
  void wipeAnswers((tokens && subjectOf(tokens.accessToken)) ?? undefined);
  followAnswers(client);
}

function followAnswers(client: QueryClient): void {
  const tellConnection = followConnection(client);
  answered.tell = (call, outcome) => {
    tellConnection(outcome);
    if (!(outcome instanceof Error)) {
      void keepAnswer(call, outcome);
      if (call.endpoint === ME) resumeUnsent(client, (outcome as Me).id);
    } else if (outcome instanceof ApiError && GONE.includes(outcome.status)) {
      void forgetAnswer(call);
    }
  };
  for (const [call, outcome] of answered.early.splice(0)) answered.tell(call, outcome);
}

/** Loads the code of comments only for a member who has unsent ones. */
function resumeUnsent(client: QueryClient, memberId: number): void {
  const start = `naru.unsent.${memberId}.`;
  if (!writingNames().some((name) => name.startsWith(start))) return;
  void import('../entities/comments/unsent.ts').then(({ resumeComments }) =>
    resumeComments(client, memberId),
  );
}
