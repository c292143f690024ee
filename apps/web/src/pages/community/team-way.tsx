import { useQuery } from '@tanstack/react-query';
import { roomsQuery } from '../../features/chat/chat.queries.ts';
import { RoomButton } from '../../features/teams/room-button.tsx';

/** The way of a team to its chat room, which stays when its recruiting post cannot be read; nothing for others. */
export function TeamWay({ postId }: { postId: number }) {
  const { data: rooms = [] } = useQuery(roomsQuery);
  return rooms.some(({ team }) => team?.postId === postId) ? <RoomButton postId={postId} /> : null;
}
