import { EMAIL_STATES } from '@naru/contract/emails';
import { ROSTER_STATES } from '@naru/contract/roster';
import { getRouteApi } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { EmailsView } from '../../features/emails/emails-view.tsx';
import { RosterView } from '../../features/roster/roster-view.tsx';

const route = getRouteApi(PATHS.admin);

/** Begins with the state of the address. */
export function RosterPanel() {
  const { state } = route.useSearch();
  return <RosterView key={state} start={ROSTER_STATES.find((one) => one === state)} />;
}

/** Begins with the state of the address. */
export function EmailsPanel() {
  const { state } = route.useSearch();
  return <EmailsView key={state} start={EMAIL_STATES.find((one) => one === state)} />;
}
