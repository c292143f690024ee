import { EMAIL_KINDS, EMAIL_STATES } from '@naru/contract/emails';
import { ROLES } from '@naru/contract/roles';
import { ROSTER_STATES } from '@naru/contract/roster';
import { PeopleView } from '../../features/admin/people-view.tsx';
import { EmailsView } from '../../features/emails/emails-view.tsx';
import { RosterView } from '../../features/roster/roster-view.tsx';
import { useConsolePlace } from './console-panels.ts';

export function RosterPanel() {
  const { state, query = '', page, go } = useConsolePlace();
  return (
    <RosterView
      place={{ filter: { state: ROSTER_STATES.find((one) => one === state), query }, page }}
      onPlace={({ filter, page: next }) =>
        go({ state: filter.state, query: filter.query || undefined }, next)
      }
    />
  );
}

export function EmailsPanel() {
  const { state, category, query = '', page, go } = useConsolePlace();
  const filter = {
    state: EMAIL_STATES.find((one) => one === state),
    kind: EMAIL_KINDS.find((one) => one === category),
    query,
  };
  return (
    <EmailsView
      place={{ filter, page }}
      onPlace={({ filter: { state, kind, query }, page: next }) =>
        go({ state, category: kind, query: query || undefined }, next)
      }
    />
  );
}

/** Begins with the member of the address, or where the reader was. */
export function PeoplePanel() {
  const { query = '', name = '', nickname = '', page, go, ...search } = useConsolePlace();
  const role = ROLES.find((one) => one === search.role);
  const filter = { username: query, name, nickname, role };
  const isAsked = Object.values(filter).some(Boolean) || page > 0;
  return (
    <PeopleView
      start={isAsked ? { filter, page } : null}
      onPlace={({ username, name, nickname, role }, next) =>
        go(
          {
            query: username || undefined,
            name: name || undefined,
            nickname: nickname || undefined,
            role,
          },
          next,
        )
      }
    />
  );
}
