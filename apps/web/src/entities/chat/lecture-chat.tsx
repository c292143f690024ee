import type { Lecture } from '@naru/contract/lectures';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { chatRoomPath } from '../../lib/paths.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { CountBubble } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { chatKeys } from '../keys.ts';

/** Opens the chat room of a lecture for who takes part in it, and lets its members join; nothing for others. */
export function LectureChat({ lecture }: { lecture: Pick<Lecture, 'id' | 'isMarked'> }) {
  const { id: lectureId, isMarked } = lecture;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data, isPending: isLoading } = useQuery({
    // Who adds the lecture to the timetable may join.
    queryKey: chatKeys.ofLecture(lectureId, isMarked),
    queryFn: ({ signal }) =>
      api('GET /api/mail/lecture/:lectureId', { params: { lectureId }, signal }),
    staleTime: 0,
  });
  const enter = (roomId: number) => void navigate({ href: chatRoomPath(roomId) });
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('POST /api/mail/lecture/:lectureId', { params: { lectureId } }),
    onSuccess: ({ roomId }) => {
      void client.invalidateQueries({ queryKey: chatKeys.rooms });
      enter(roomId);
    },
    onError: (error) =>
      toast.error(messageOf(error, '채팅방에 참여하지 못했습니다. 다시 시도해 주세요.')),
  });
  // Its members nearly always have the button: it would push down what is below it.
  if (isLoading && isMarked) return <Skeleton className="h-8 w-28 rounded-ctl max-md:h-11" />;
  if (!data || (data.roomId === null && !data.canJoin)) return null;
  const { roomId, memberCount, newMailCount } = data;
  const join = async () => {
    const isSure = await confirmDialog({
      title: '강의 채팅방에 참여할까요?',
      body: '지난 대화를 볼 수 있고, 다른 참여자에게 내 닉네임이 보입니다. 시간표에서 강의를 빼면 채팅방에서도 나갑니다.',
      confirmLabel: '참여',
    });
    if (isSure) mutate();
  };
  return (
    <Button
      size="sm"
      icon={<MessagesSquare size={15} />}
      pending={isPending}
      onClick={() => (roomId === null ? void join() : enter(roomId))}
    >
      {roomId === null ? '채팅방 참여' : '채팅방'}
      {memberCount > 0 && <span className="font-normal text-ink-3">{memberCount}명</span>}
      <CountBubble count={newMailCount} />
      {newMailCount > 0 && <span className="sr-only">읽지 않은 메시지 {newMailCount}개</span>}
    </Button>
  );
}
