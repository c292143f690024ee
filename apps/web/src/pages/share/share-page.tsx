import { BOARDS, type Board } from '@naru/contract/boards';
import type { ChatRoom } from '@naru/contract/chat';
import { LIMITS } from '@naru/contract/limits';
import { hasRole } from '@naru/contract/roles';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FileText, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { roomsQuery } from '../../features/chat/chat.queries.ts';
import { takePictures } from '../../features/chat/message-picture.tsx';
import { RoomAvatar } from '../../features/chat/room-head.tsx';
import { useOutbox } from '../../features/chat/use-outbox.ts';
import { isChoosable } from '../../lib/api/upload.ts';
import { PATHS } from '../../lib/paths.ts';
import {
  dropShared,
  handToPost,
  readShared,
  type SharedContent,
} from '../../lib/shared-content.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, LoadError } from '../../ui/states.tsx';

const ROW =
  'flex min-h-12 w-full items-center gap-2.5 px-4 text-left font-medium hover:bg-hover focus-visible:outline-offset-[-2px]';

/** `/share`: what another app shared with this one, and where it shall go. */
export function SharePage() {
  // Undefined while it is read.
  const [shared, setShared] = useState<SharedContent | null>();
  useEffect(() => {
    void readShared(Date.now()).then(setShared);
  }, []);
  return (
    <Page title="공유" width="reading">
      <PageHeading>어디에 올릴까요?</PageHeading>
      {shared === undefined && <SkeletonRows rows={6} />}
      {shared === null && <NothingShared />}
      {shared && <Targets shared={shared} />}
    </Page>
  );
}

function NothingShared() {
  return (
    <EmptyState
      icon={<Share2 size={22} />}
      title="공유한 내용이 없습니다."
      text="이미 올렸거나 받지 못했습니다. 공유하던 앱에서 다시 공유해 주세요."
      action={
        <LinkButton to={PATHS.main} variant="primary">
          홈으로 가기
        </LinkButton>
      }
    />
  );
}

function Targets({ shared }: { shared: SharedContent }) {
  const navigate = useNavigate();
  const [room, setRoom] = useState<ChatRoom | null>(null);
  const onDiscard = () => void dropShared().then(() => navigate({ to: PATHS.main, replace: true }));
  return (
    <div className="flex flex-col gap-5">
      <Preview shared={shared} onDiscard={onDiscard} />
      {room ? (
        <SendTo key={room.roomId} room={room} shared={shared} onCancel={() => setRoom(null)} />
      ) : (
        <>
          <BoardList shared={shared} />
          <RoomTargets shared={shared} onRoom={setRoom} />
        </>
      )}
    </div>
  );
}

function Preview({ shared, onDiscard }: { shared: SharedContent; onDiscard: () => void }) {
  const { title, text, files } = shared;
  return (
    <Card as="section" aria-label="공유한 내용" className="flex flex-col gap-2 p-4">
      {title !== '' && <p className="font-semibold">{title}</p>}
      {text !== '' && <p className="line-clamp-4 whitespace-pre-line text-md">{text}</p>}
      {files.length > 0 && (
        <ul aria-label="파일" className="flex flex-wrap gap-2">
          {files.map((file) => (
            <li key={`${file.name}-${file.size}-${file.lastModified}`}>
              <FilePreview file={file} />
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" className="self-end max-md:h-11" onClick={onDiscard}>
        올리지 않기
      </Button>
    </Card>
  );
}

function FilePreview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isChoosable(file)) return;
    const own = URL.createObjectURL(file);
    setUrl(own);
    return () => URL.revokeObjectURL(own);
  }, [file]);
  if (url !== undefined) {
    return <img src={url} alt={file.name} className="size-18 rounded-ctl object-cover" />;
  }
  return (
    <span className="flex max-w-60 items-center gap-2 rounded-ctl bg-deck px-3 py-2 text-md">
      <FileText size={18} className="shrink-0 text-sea" />
      <bdi className="truncate">{file.name}</bdi>
    </span>
  );
}

/** Boards with a form of title and text. */
const isPostBoard = ({ writeRole, form, sourceName }: Board) =>
  writeRole !== null && form !== 'item' && sourceName === null;

function BoardList({ shared }: { shared: SharedContent }) {
  const { data: me } = useMe();
  const roles = me?.roles ?? [];
  const boards = Object.values(BOARDS).filter(
    (board) => isPostBoard(board) && hasRole(roles, board.writeRole ?? 'SYSTEM'),
  );
  if (me === undefined) return <SkeletonRows rows={4} />;
  if (boards.length === 0) return null;
  return (
    <section aria-labelledby="share-boards">
      <h2 id="share-boards" className="mb-2 font-bold text-lg">
        글쓰기
      </h2>
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {boards.map((board) => (
            <li key={board.type}>
              <Link
                to={PATHS.write}
                params={{ boardType: board.slug }}
                replace
                preload={false}
                onClick={() => handToPost(shared)}
                className={ROW}
              >
                <Flag name={board.flag} size={20} />
                {board.name}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

type RoomTargetsProps = { shared: SharedContent; onRoom: (room: ChatRoom) => void };

function RoomTargets({ shared, onRoom }: RoomTargetsProps) {
  const { data, error, refetch } = useQuery(roomsQuery);
  const rooms = data?.filter(({ canSend }) => canSend) ?? [];
  if (data && rooms.length === 0) return null;
  const problem = chatProblem(shared);
  return (
    <section aria-labelledby="share-rooms">
      <h2 id="share-rooms" className="mb-2 font-bold text-lg">
        채팅
      </h2>
      {problem !== null && <p className="mb-2 text-ink-2 text-md">{problem}</p>}
      {!data && !error && <SkeletonRows rows={3} />}
      {!data && error && (
        <LoadError title="채팅방을 불러오지 못했습니다." error={error} onRetry={refetch} />
      )}
      {rooms.length > 0 && (
        <Card className="overflow-hidden">
          <ul className="divide-y divide-line">
            {rooms.map((room) => (
              <li key={room.roomId}>
                <button
                  type="button"
                  disabled={problem !== null}
                  onClick={() => onRoom(room)}
                  className={`${ROW} disabled:text-ink-3`}
                >
                  <RoomAvatar room={room} size={32} />
                  <bdi className="truncate">{room.partner.nickName}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

/** Why it cannot be sent as messages; null when it can. */
function chatProblem(shared: SharedContent): string | null {
  if (!shared.files.every(isChoosable))
    return '채팅에는 사진만 보낼 수 있습니다. 다른 파일은 글에 첨부해 주세요.';
  return countGraphemes(messageOf(shared)) > LIMITS.chatMessageMax ? TEXTS.chatMessageLength : null;
}

/** A gallery's title is the name of its file. */
function messageOf({ title, text, files }: SharedContent): string {
  const isNamed = title !== '' && files.length === 0 && !text.includes(title);
  return [isNamed ? title : '', text].filter(Boolean).join('\n').normalize('NFC').trim();
}

type SendToProps = { room: ChatRoom; shared: SharedContent; onCancel: () => void };

function SendTo({ room, shared, onCancel }: SendToProps) {
  const navigate = useNavigate();
  const { data: me } = useMe();
  const { send, sendPicture } = useOutbox(me?.id ?? 0, room.roomId);
  const [isSending, setSending] = useState(false);
  async function onSend() {
    setSending(true);
    const message = messageOf(shared);
    if (message !== '') send(message);
    await takePictures(shared.files, sendPicture);
    await dropShared();
    await navigate({ to: PATHS.chat, search: { room: room.roomId }, replace: true });
  }
  return (
    <Card
      as="section"
      aria-label="채팅으로 보내기"
      className="flex flex-wrap items-center gap-2 p-4"
    >
      <p role="status" className="mr-auto">
        <bdi className="font-semibold">{room.partner.nickName}</bdi>{' '}
        {room.lecture ? '채팅방에' : '님에게'} 보낼까요?
      </p>
      <Button onClick={onCancel}>취소</Button>
      <Button
        variant="primary"
        autoFocus
        pending={isSending}
        disabled={me === undefined}
        onClick={() => void onSend()}
      >
        보내기
      </Button>
    </Card>
  );
}
