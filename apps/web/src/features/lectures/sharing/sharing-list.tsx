import type { FriendTimetable } from '@naru/contract/shared-timetables';
import { PersonName } from '../../../entities/member/person-name.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { toast } from '../../../ui/toast.ts';
import { useShare } from './sharing.queries.ts';

type SharingListProps = {
  isOpen: boolean;
  friends: readonly FriendTimetable[];
  /** Ids of the friends that are compared. */
  chosen: readonly number[];
  onChosen: (ids: number[]) => void;
};

/** Friends that one request compares. */
const MOST = 5;

/** Whom the member shows the timetable, and with whom it is compared. */
export function SharingList({ isOpen, friends, chosen, onChosen }: SharingListProps) {
  const share = useShare();
  const run = (change: Parameters<typeof share.mutate>[0]) =>
    share.mutate(change, {
      onSuccess: ({ message }) => void toast.success(message),
      onError: (error) => void toast.error(messageOf(error)),
    });
  return (
    <>
      <div className="px-5 pb-4 max-md:px-4">
        <Checkbox
          label="친구 모두에게 시간표 공개"
          className="font-semibold"
          checked={isOpen}
          disabled={share.isPending}
          onChange={({ target }) => run({ isOpen: target.checked })}
        />
      </div>
      <ul aria-label="친구의 시간표">
        {friends.map((friend) => (
          <FriendRow
            key={friend.id}
            friend={friend}
            isOpen={isOpen}
            isPending={share.isPending}
            isChosen={chosen.includes(friend.id)}
            isFull={chosen.length >= MOST}
            onShow={(isShown) => run({ friendId: friend.id, isShown })}
            onChoose={(isChosen) =>
              onChosen(isChosen ? [...chosen, friend.id] : chosen.filter((id) => id !== friend.id))
            }
          />
        ))}
      </ul>
    </>
  );
}

type FriendRowProps = {
  friend: FriendTimetable;
  isOpen: boolean;
  isPending: boolean;
  isChosen: boolean;
  isFull: boolean;
  onShow: (isShown: boolean) => void;
  onChoose: (isChosen: boolean) => void;
};

function stateText(shown: boolean, showsMe: boolean): string {
  if (shown) return '친구도 공개하면 볼 수 있습니다.';
  return showsMe
    ? '친구가 공개했습니다. 나도 공개하면 볼 수 있습니다.'
    : '서로 아직 공개하지 않았습니다.';
}

function FriendRow({ friend, isOpen, isPending, isChosen, isFull, ...on }: FriendRowProps) {
  const { nickName, isShown, showsMe } = friend;
  const shown = isShown || isOpen;
  return (
    <li className="grid gap-1 border-line border-t px-5 py-3 max-md:px-4">
      <div className="flex min-h-11 items-center gap-3">
        <Avatar name={nickName} src={friend.profileThumbnails} size={36} />
        <span className="min-w-0 flex-1">
          <PersonName name={nickName} memberId={friend.id} className="font-semibold text-md" />
        </span>
        {!isOpen && (
          <Button
            size="sm"
            variant={isShown ? 'secondary' : 'primary'}
            disabled={isPending}
            aria-label={isShown ? `${nickName}에게 공개 그만두기` : `${nickName}에게 공개`}
            onClick={() => on.onShow(!isShown)}
          >
            {isShown ? '공개 그만두기' : '공개'}
          </Button>
        )}
      </div>
      {shown && showsMe ? (
        <Checkbox
          label="빈 시간 비교"
          aria-label={`빈 시간 비교: ${nickName}`}
          checked={isChosen}
          disabled={!isChosen && isFull}
          onChange={({ target }) => on.onChoose(target.checked)}
        />
      ) : (
        <p className="text-ink-3 text-sm">{stateText(shown, showsMe)}</p>
      )}
    </li>
  );
}
