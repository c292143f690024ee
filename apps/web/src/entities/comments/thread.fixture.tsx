import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Thread } from './comments.mutations.ts';
import { boardThreadApi } from './thread-api.ts';
import { createSubmitGate, ThreadContext, type ThreadContextValue } from './thread-context.ts';

const ME = {
  id: 5,
  username: '20250001',
  name: '윤해솔',
  nickname: '해솔',
  nickName: '해솔',
  email: 'haesol@example.com',
  intro: '',
  profileThumbnails: null,
  profileImageUrl: null,
  roles: ['STUDENT' as const],
  favoriteBoards: [],
  emailPublic: false,
  joinedAt: '2026-03-02T09:00:00+09:00',
  reauthUntil: null,
  postCount: 0,
  commentCount: 0,
  newNoticeCount: 0,
  newMailCount: 0,
  friendRequestCount: 0,
  mustReadCount: 0,
  liveSeq: 0,
};

export const THREAD: Thread = {
  postId: 1,
  boardType: 'FREE',
  threadApi: boardThreadApi,
  anonymous: false,
  isPostAuthor: false,
  author: null,
  me: ME,
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
