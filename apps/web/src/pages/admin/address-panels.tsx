import { EMAIL_KINDS, EMAIL_STATES } from '@naru/contract/emails';
import { ROSTER_STATES } from '@naru/contract/roster';
import { PeopleView } from '../../features/admin/people-view.tsx';
import { EmailsView } from '../../features/emails/emails-view.tsx';
import { RosterView } from '../../features/roster/roster-view.tsx';
import { usePlace } from './console-panels.ts';

export function RosterPanel() {
  const { state, query = '', page, go } = usePlace();
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
  const { state, category, query = '', page, go } = usePlace();
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

/** Begins with the member of the address. */
export function PeoplePanel() {
  const { query } = usePlace();
  return <PeopleView key={query} start={query} />;
}
