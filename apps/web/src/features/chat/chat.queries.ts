import type { ChatMessage, ChatReaction, ChatReactions, ChatRoom } from '@naru/contract/chat';
import { LIMITS } from '@naru/contract/limits';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { chatKeys } from '../../entities/keys.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import {
  appendMessage,
  hasGap,
  joinPages,
  type LogPage,
  prependPage,
  type RoomLog,
  reactIn,
  recallIn,
  refreshLog,
} from './chat.log.ts';
import type { ShownMessage } from './chat.rows.ts';
import { withOwn } from './reactions.ts';

/** Pages that a jump loads at most: 10,000 messages. */
const MAX_BACK_PAGES = 50;
/** Pages fetched to close a gap after a long absence; beyond that the log is replaced. */
const MAX_PAGES = 6;

export const roomsQuery = queryOptions({
  queryKey: chatKeys.rooms,
  queryFn: async ({ signal }): Promise<ChatRoom[]> =>
    (await api('GET /api/mail/my-room', { signal })).roomDtos,
});

function readLog(client: QueryClient, roomId: number): RoomLog | undefined {
  return client.getQueryData<RoomLog>(chatKeys.log(roomId));
}

export function changeLog(
  client: QueryClient,
  roomId: number,
  change: (log: RoomLog) => RoomLog,
): void {
  client.setQueryData<RoomLog>(chatKeys.log(roomId), (log) => log && change(log));
}

/** Adds a message once; during the first fetch it is buffered under `chatKeys.early`. */
export function addToLog(client: QueryClient, roomId: number, message: ChatMessage): void {
  const state = client.getQueryState(chatKeys.log(roomId));
  if (state?.data !== undefined) {
    changeLog(client, roomId, (log) => appendMessage(log, message));
    return;
  }
  if (state?.fetchStatus !== 'fetching') return;
  client.setQueryData<ChatMessage[]>(chatKeys.early(roomId), (early = []) => [...early, message]);
}

export function evictLog(client: QueryClient, roomId: number): void {
  client.removeQueries({ queryKey: chatKeys.log(roomId) });
  client.removeQueries({ queryKey: chatKeys.early(roomId) });
}

type PageRequest = {
  roomId: number;
  beforeId?: number | undefined;
  size?: number | undefined;
  signal?: AbortSignal;
};

async function fetchPage(request: PageRequest): Promise<LogPage> {
  const { roomId, beforeId, size = LIMITS.mailPageSize, signal } = request;
  const { messages, ...page } = await api('GET /api/mail/messages/:roomId', {
    params: { roomId },
    query: { beforeId, size },
    signal,
  });
  return { ...page, messages: messages.toReversed() };
}

/** Fetches the newest page and further ones until the gap to the known messages is closed. */
async function catchUp(client: QueryClient, roomId: number, signal: AbortSignal): Promise<RoomLog> {
  const checkedId = readLog(client, roomId)?.checkedId;
  let page = await fetchPage({ roomId, signal });
  for (let more = 1; more < MAX_PAGES && hasGap(checkedId, page); more += 1) {
    const beforeId = page.messages[0]?.id;
    const older = await fetchPage({ roomId, beforeId, size: LIMITS.postPageSizeMax, signal });
    page = joinPages(older, page);
  }
  const early = client.getQueryData<ChatMessage[]>(chatKeys.early(roomId)) ?? [];
  client.removeQueries({ queryKey: chatKeys.early(roomId) });
  const oldest = page.messages[0]?.id ?? 0;
  const close = early.filter(({ id }) => id >= oldest);
  // Reads the cache again, because live messages may have arrived meanwhile.
  return close.reduce(appendMessage, refreshLog(readLog(client, roomId), page));
}

export function logQuery(client: QueryClient, roomId: number) {
  return queryOptions({
    queryKey: chatKeys.log(roomId),
    queryFn: ({ signal }) => catchUp(client, roomId, signal),
    staleTime: 0,
  });
}

export async function loadOlder(client: QueryClient, roomId: number, size?: number): Promise<void> {
  const oldest = readLog(client, roomId)?.messages[0];
  if (!oldest) return;
  const older = await fetchPage({ roomId, beforeId: oldest.id, size });
  changeLog(client, roomId, (log) => prependPage(log, older));
}

/** Loads older messages without a gap until one is in the log; false when it is not there, or too far back. */
export async function loadBackTo(
  client: QueryClient,
  roomId: number,
  messageId: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (let pages = 0; pages <= MAX_BACK_PAGES; pages += 1) {
    signal.throwIfAborted();
    const log = readLog(client, roomId);
    if (log === undefined) return false;
    const [oldest] = log.messages;
    if (oldest === undefined || oldest.id <= messageId || log.last) {
      return log.messages.some(({ id }) => id === messageId);
    }
    await loadOlder(client, roomId, LIMITS.mailPageSizeMax);
  }
  return false;
}

export function searchQuery(roomId: number, query: string) {
  return infiniteQueryOptions({
    queryKey: chatKeys.search(roomId, query),
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/mail/search/:roomId', {
        params: { roomId },
        query: { query, beforeId: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ nextBeforeId }) => nextBeforeId ?? undefined,
    enabled: query !== '',
    staleTime: 0,
    gcTime: 0,
  });
}

/** Shows a recalled message as such wherever it is loaded, also when the log is being fetched. */
export function recallInLog(client: QueryClient, roomId: number, recalled: ChatMessage): void {
  if (readLog(client, roomId) === undefined) addToLog(client, roomId, recalled);
  else changeLog(client, roomId, (log) => recallIn(log, recalled));
}

type ReactionChange = { messageId: number; reaction: ChatReaction | null };

/** Shows an own reaction at a message at once, or takes it away; calls about one message are sent one by one. */
export function useReact(roomId: number) {
  const client = useQueryClient();
  const show = (messageId: number, reactions: ChatReactions) =>
    changeLog(client, roomId, (log) => reactIn(log, messageId, reactions));
  const mutationKey = chatKeys.log(roomId);
  const countChanges = (messageId: number) =>
    client.isMutating({
      mutationKey,
      predicate: ({ state }) => (state.variables as ReactionChange).messageId === messageId,
    });
  /** The reactions as the server last said, by message. */
  const stored = useRef(new Map<number, ChatReactions>()).current;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `reactions-${roomId}` },
    mutationFn: ({ messageId, reaction }: ReactionChange) => {
      const params = { roomId, messageId };
      return reaction === null
        ? api('DELETE /api/mail/reaction/:roomId/:messageId', { params })
        : api('PUT /api/mail/reaction/:roomId/:messageId', { params, body: { reaction } });
    },
    onSuccess: ({ reactions }, { messageId }) => {
      stored.set(messageId, reactions);
      if (countChanges(messageId) <= 1) show(messageId, reactions);
    },
    onError: (error, { messageId }) => {
      toast.error(messageOf(error, '반응을 남기지 못했습니다. 다시 시도해 주세요.'));
      if (countChanges(messageId) > 1) return;
      show(messageId, stored.get(messageId) ?? []);
      void client.invalidateQueries({ queryKey: chatKeys.log(roomId) });
    },
  });
  return (message: Pick<ShownMessage, 'id' | 'reactions'>, reaction: ChatReaction | null) => {
    if (message.id === null) return;
    if (countChanges(message.id) === 0) stored.set(message.id, message.reactions);
    show(message.id, withOwn(message.reactions, reaction));
    mutate({ messageId: message.id, reaction });
  };
}

/** Takes an own message back for both members. */
export function useRecall(roomId: number) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (messageId: number) =>
      api('DELETE /api/mail/messages/:roomId/:messageId', { params: { roomId, messageId } }),
    onSuccess: ({ message, recalled }) => {
      recallInLog(client, roomId, recalled);
      toast.success(message);
    },
    onError: (error) => toast.error(messageOf(error, '메시지를 회수하지 못했습니다.')),
    onSettled: () => client.invalidateQueries({ queryKey: chatKeys.rooms }),
  });
  return (messageId: number) => mutate(messageId);
}
