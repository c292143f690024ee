import type { ChatMessage, ChatRoom } from '@naru/contract/chat';
import { LIMITS } from '@naru/contract/limits';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { chatKeys } from '../../entities/chat/chat-keys.ts';
import { api } from '../../lib/api/api.ts';
import {
  appendMessage,
  hasGap,
  joinPages,
  type LogPage,
  prependPage,
  type RoomLog,
  refreshLog,
} from './chat.log.ts';

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

type PageRequest = { roomId: number; beforeId?: number; size?: number; signal?: AbortSignal };

function fetchPage(request: PageRequest): Promise<LogPage> {
  const { roomId, beforeId, size = LIMITS.mailPageSize, signal } = request;
  return api('GET /api/mail/messages/:roomId', {
    params: { roomId },
    query: { beforeId, size },
    signal,
  });
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

export async function loadOlder(client: QueryClient, roomId: number): Promise<void> {
  const oldest = readLog(client, roomId)?.messages[0];
  if (!oldest) return;
  const older = await fetchPage({ roomId, beforeId: oldest.id });
  changeLog(client, roomId, (log) => prependPage(log, older));
}
