import { useState } from 'react';
import { useMe } from '../../lib/session/me.ts';
import { bubbleText } from '../../ui/badge.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FriendList } from './friend-list.tsx';
import { FriendSearch } from './friend-search.tsx';
import { FRIEND_TEXTS } from './friends.texts.ts';
import { RequestList } from './request-list.tsx';

type Tab = keyof typeof FRIEND_TEXTS.tabs;

/** Friends, requests and the search, behind the header's friends button. */
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
        <FriendList onLeave={props.onLeave} onSearch={() => setTab('search')} />
      )}
      {tab === 'requests' && <RequestList />}
      {tab === 'search' && <FriendSearch />}
    </Tabs>
  );
}
