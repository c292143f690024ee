import { useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { bubbleText } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BlockList } from './block-list.tsx';
import { FriendList } from './friend-list.tsx';
import { FriendSearch } from './friend-search.tsx';
import { FRIEND_TEXTS } from './friends.texts.ts';
import { RequestList } from './request-list.tsx';

type Tab = keyof typeof FRIEND_TEXTS.tabs;

export function FriendsPanel(props: { onLeave: () => void }) {
  const { data: me } = useMe();
  const waiting = me?.friendRequestCount ?? 0;
  const [tab, setTab] = useState<Tab>(waiting > 0 ? 'requests' : 'friends');
  const { friends, requests, search } = FRIEND_TEXTS.tabs;
  const waitingText = bubbleText(waiting);
  return (
    <Tabs
      label={FRIEND_TEXTS.title}
      look="segmented"
      className="mx-5 mb-3"
      value={tab}
      onChange={setTab}
      items={[
        { value: 'friends', label: friends },
        { value: 'requests', label: waitingText ? `${requests} ${waitingText}` : requests },
        { value: 'search', label: search },
      ]}
    >
      {tab === 'friends' && (
        <FriendsTab onLeave={props.onLeave} onSearch={() => setTab('search')} />
      )}
      {tab === 'requests' && <RequestList />}
      {tab === 'search' && <FriendSearch />}
    </Tabs>
  );
}

function FriendsTab(props: { onLeave: () => void; onSearch: () => void }) {
  const [showsBlocks, setShowsBlocks] = useState(false);
  return (
    <div className="flex min-h-56 flex-col">
      {showsBlocks ? <BlockList /> : <FriendList {...props} />}
      <div className="mt-auto flex justify-end border-line border-t px-3 py-2">
        <Button variant="ghost" size="sm" onClick={() => setShowsBlocks(!showsBlocks)}>
          {showsBlocks ? '친구 목록으로' : '차단한 회원 보기'}
        </Button>
      </div>
    </div>
  );
}
