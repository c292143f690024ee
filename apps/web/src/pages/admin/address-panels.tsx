import { EMAIL_KINDS, EMAIL_STATES } from '@naru/contract/emails';
import { ROSTER_STATES } from '@naru/contract/roster';
import { getRouteApi } from '@tanstack/react-router';
import { PeopleView } from '../../features/admin/people-view.tsx';
import { EmailsView } from '../../features/emails/emails-view.tsx';
import { RosterView } from '../../features/roster/roster-view.tsx';
import { PATHS } from '../../lib/paths.ts';
import type { AdminSearch } from '../../lib/search-parameters.ts';

const route = getRouteApi(PATHS.admin);

/** What the panel shows, as the address says: Back from the panel where an e-mail is corrected leads there again. */
function usePlace() {
  const { menu, state, category, query = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (search: AdminSearch, next: number) =>
    void navigate({
      search: { menu, ...search, page: next > 0 ? next + 1 : undefined },
      replace: true,
      resetScroll: false,
    });
  return { state, category, query, page: page - 1, go };
}

export function RosterPanel() {
  const { state, query, page, go } = usePlace();
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
  const { state, category, query, page, go } = usePlace();
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
  const { query } = route.useSearch();
  return <PeopleView key={query} start={query} />;
}
