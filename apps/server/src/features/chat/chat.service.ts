import { type ChatPresenceDeps, createChatPresence } from './chat.presence.ts';
import { type ChatRoomDeps, createChatRooms } from './chat.rooms.ts';
import { type ChatSendDeps, createChatSend } from './chat.send.ts';

export type ChatService = ReturnType<typeof createChatService>;

export function createChatService(deps: ChatRoomDeps & ChatPresenceDeps & ChatSendDeps) {
  return { ...createChatRooms(deps), ...createChatPresence(deps), ...createChatSend(deps) };
}
