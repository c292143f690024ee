import type { FriendTimetable } from '@naru/contract/shared-timetables';
import type { Term } from '@naru/contract/timetable';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { friendKeys } from '../../../entities/keys.ts';
import { PersonName } from '../../../entities/member/person-name.tsx';
import { api } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { toast } from '../../../ui/toast.ts';
import { termParams } from '../lectures.queries.ts';

/** Below the keys of friends: a live event about a friend refreshes them. */
export const sharingQuery = queryOptions({
  queryKey: friendKeys.timetables,
  queryFn: ({ signal }) => api('GET /api/timetable/friends', { signal }),
});

/** When the member and the friends are busy; a consent that ends shows within seconds. */
export function commonQuery(term: Term, friendIds: readonly number[]) {
  const friends = friendIds.join(',');
  return queryOptions({
    queryKey: friendKeys.common(`${term.year}-${term.semester}`, friends),
    queryFn: async ({ signal }) => {
      const query = { ...termParams(term), friends };
      return (await api('GET /api/timetable/common', { query, signal })).people;
    },
    enabled: friendIds.length > 0,
    refetchInterval: 15_000,
    gcTime: 0,
    retry: false,
  });
}

type Change = { friendId: number; isShown: boolean } | { isOpen: boolean };

/** Shows the own timetable to a friend or to all friends, or no longer. */
function useShare() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change): Promise<{ message: string }> =>
      'isOpen' in change
        ? api('PUT /api/timetable/open', { body: change })
        : api('PUT /api/timetable/friends/:id', {
            params: { id: change.friendId },
            body: { isShown: change.isShown },
          }),
    onSettled: () => client.invalidateQueries({ queryKey: friendKeys.timetables }),
  });
}

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
