import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meAnswerFixture } from '../../testing/me.ts';
import type { Thread } from './comments.mutations.ts';
import { boardThreadApi } from './thread-api.ts';
import { createSubmitGate, ThreadContext, type ThreadContextValue } from './thread-context.ts';

export const THREAD: Thread = {
  postId: 1,
  boardType: 'FREE',
  threadApi: boardThreadApi,
  anonymous: false,
  isPostAuthor: false,
  author: null,
  me: meAnswerFixture().meDto,
  onCount: () => undefined,
};

type InThreadProps = {
  children: ReactNode;
  change?: Partial<ThreadContextValue>;
  client?: QueryClient;
};

/** A thread around the part that is tested. */
export function InThread({ children, change = {}, client = new QueryClient() }: InThreadProps) {
  const value: ThreadContextValue = {
    thread: THREAD,
    gate: createSubmitGate(),
    canWrite: true,
    canModerate: false,
    replyingTo: null,
    openReply: () => undefined,
    closeReply: () => undefined,
    focusThread: () => undefined,
    ...change,
  };
  return (
    <QueryClientProvider client={client}>
      <ThreadContext value={value}>{children}</ThreadContext>
    </QueryClientProvider>
  );
}
