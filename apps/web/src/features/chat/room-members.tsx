import { useQuery } from '@tanstack/react-query';
import { chatKeys } from '../../entities/keys.ts';
import { PersonName } from '../../entities/member/person-name.tsx';
import { api } from '../../lib/api/api.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Spinner } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/states.tsx';

/** Who takes part in the chat room of a lecture. */
export function RoomMembers({ roomId, onClose }: { roomId: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.members(roomId),
    queryFn: async ({ signal }) =>
      (await api('GET /api/mail/members/:roomId', { params: { roomId }, signal })).members,
    staleTime: 0,
  });
  return (
    <Dialog open title={data ? `참여자 ${data.length}명` : '참여자'} size="sm" onClose={onClose}>
      {!data && error && (
        <LoadError title="참여자를 불러오지 못했습니다." error={error} onRetry={refetch} />
      )}
      {!data && !error && (
        <p className="grid place-items-center py-6">
          <Spinner size={20} label="불러오는 중입니다." />
        </p>
      )}
      <ul>
        {data?.map(({ id, nickName, profileThumbnails }) => (
          <li key={id} className="flex min-h-13 items-center gap-3">
            <Avatar name={nickName} src={profileThumbnails} size={36} />
            <PersonName name={nickName} memberId={id} className="truncate font-medium" />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
