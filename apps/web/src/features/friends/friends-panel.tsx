import { type ReactNode, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { bubbleText } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FriendList, RequestList } from './friend-lists.tsx';
import { FriendSearch } from './friend-search.tsx';

const BlockList = lazyPart(async () => (await import('./block-lists.tsx')).BlockList);

export function FriendsPanel(props: { onLeave: () => void }) {
  const { data: me } = useMe();
  const waiting = me?.friendRequestCount ?? 0;
  const [tab, setTab] = useState<'friends' | 'requests' | 'search'>(
    waiting > 0 ? 'requests' : 'friends',
  );
  const requests = waiting > 0 ? `받은 요청 ${bubbleText(waiting)}` : '받은 요청';
  return (
    <Tabs
      label="친구"
      look="segmented"
      className="mx-5 mb-3"
      value={tab}
      onChange={setTab}
      items={[
        { value: 'friends', label: '친구' },
        { value: 'requests', label: requests },
        { value: 'search', label: '검색' },
      ]}
    >
      {tab === 'friends' && (
        <WithBlocks key="friends" onLeave={props.onLeave}>
          <FriendList onLeave={props.onLeave} onSearch={() => setTab('search')} />
        </WithBlocks>
      )}
      {tab === 'requests' && (
        <WithBlocks key="requests" onLeave={props.onLeave}>
          <RequestList />
        </WithBlocks>
      )}
      {tab === 'search' && <FriendSearch />}
    </Tabs>
  );
}

/** A list that the list of blocked members can replace. */
function WithBlocks({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const [showsBlocks, setShowsBlocks] = useState(false);
  return (
    <div className="flex min-h-56 flex-col">
      {showsBlocks ? <BlockList onLeave={onLeave} /> : children}
      <div className="mt-auto flex justify-end border-line border-t px-5 py-2">
        <Button size="sm" onClick={() => setShowsBlocks(!showsBlocks)}>
          {showsBlocks ? '차단 목록 닫기' : '차단 목록 보기'}
        </Button>
      </div>
    </div>
  );
}
