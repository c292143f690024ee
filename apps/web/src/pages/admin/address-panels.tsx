import { EMAIL_KINDS, EMAIL_STATES } from '@naru/contract/emails';
import { MEMBER_ORDERS, UNSEEN_MONTHS } from '@naru/contract/member-search';
import { ROLES } from '@naru/contract/roles';
import { ROSTER_STATES } from '@naru/contract/roster';
import { PeopleView } from '../../features/admin/people-view.tsx';
import { EmailsView } from '../../features/emails/emails-view.tsx';
import { RosterView } from '../../features/roster/roster-view.tsx';
import { useArrival } from '../../lib/arrival.ts';
import { pageParameter, usePlace } from '../../lib/place.ts';

export function RosterPanel() {
  const { read, oneOf, pageOf, go } = usePlace();
  const filter = { state: oneOf('state', ROSTER_STATES), query: read('query') ?? '' };
  return (
    <RosterView
      place={{ filter, page: pageOf() }}
      onPlace={({ filter: { state, query }, page }) =>
        go({ state, query, page: pageParameter(page) })
      }
    />
  );
}

export function EmailsPanel() {
  const { read, oneOf, pageOf, go } = usePlace();
  const filter = {
    state: oneOf('state', EMAIL_STATES),
    kind: oneOf('category', EMAIL_KINDS),
    query: read('query') ?? '',
  };
  return (
    <EmailsView
      place={{ filter, page: pageOf() }}
      onPlace={({ filter: { state, kind, query }, page }) =>
        go({ state, category: kind, query, page: pageParameter(page) })
      }
    />
  );
}

/** Begins with the member of the address, or where the reader was. */
export function PeoplePanel() {
  const { read, oneOf, pageOf, go } = usePlace();
  const page = pageOf();
  const filter = {
    username: read('query') ?? '',
    name: read('name') ?? '',
    nickname: read('nickname') ?? '',
    role: oneOf('role', ROLES),
    unseen: oneOf('unseen', UNSEEN_MONTHS),
    order: oneOf('order', MEMBER_ORDERS),
  };
  const { key } = useArrival();
  const isAsked = Object.values(filter).some(Boolean) || page > 0;
  return (
    <PeopleView
      key={key}
      start={isAsked ? { filter, page } : null}
      onPlace={({ username: query, name, nickname, role, unseen, order }, next) =>
        go({ query, name, nickname, role, unseen, order, page: pageParameter(next) })
      }
    />
  );
}
