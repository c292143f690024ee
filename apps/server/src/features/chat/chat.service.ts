import { createChatPresence } from './chat.presence.ts';
import { createChatRooms } from './chat.rooms.ts';
import { createChatSend } from './chat.send.ts';

type Deps = Parameters<typeof createChatRooms>[0] &
  Parameters<typeof createChatPresence>[0] &
  Parameters<typeof createChatSend>[0];

export type ChatService = ReturnType<typeof createChatService>;

export function createChatService(deps: Deps) {
  return {
    ...createChatRooms(deps),
    ...createChatPresence(deps),
    ...createChatSend(deps),
  };
}
