import { MessagesSquare } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useTeamRoom } from './use-team-action.ts';

/** Leads a member of the team to its chat room. */
export function RoomButton({ postId, className }: { postId: number; className?: string }) {
  const room = useTeamRoom(postId);
  return (
    <Button
      icon={<MessagesSquare size={16} />}
      pending={room.isPending}
      onClick={room.open}
      className={className}
    >
      팀 채팅방
    </Button>
  );
}
