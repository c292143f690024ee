import { type ChatItemDeps, createChatItems } from './chat.items.ts';
import { type ChatPresenceDeps, createChatPresence } from './chat.presence.ts';
import { type ChatRecallDeps, createChatRecall } from './chat.recall.ts';
import { type ChatRoomDeps, createChatRooms } from './chat.rooms.ts';
import { type ChatSendDeps, createChatSend } from './chat.send.ts';

export type ChatService = ReturnType<typeof createChatService>;

type Deps = ChatItemDeps & ChatRoomDeps & ChatPresenceDeps & ChatSendDeps & ChatRecallDeps;

export function createChatService(deps: Deps) {
  return {
    ...createChatItems(deps),
    ...createChatRooms(deps),
    ...createChatPresence(deps),
    ...createChatSend(deps),
    ...createChatRecall(deps),
  };
}
