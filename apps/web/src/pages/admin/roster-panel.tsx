import { ROSTER_STATES } from '@naru/contract/roster';
import { getRouteApi } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { RosterView } from '../../features/roster/roster-view.tsx';

const route = getRouteApi(PATHS.admin);

/** Begins with the state of the address. */
export function RosterPanel() {
  const { state } = route.useSearch();
  return <RosterView key={state} start={ROSTER_STATES.find((one) => one === state)} />;
}
