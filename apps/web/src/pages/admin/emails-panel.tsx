import { EMAIL_STATES } from '@naru/contract/emails';
import { getRouteApi } from '@tanstack/react-router';
import { PATHS } from '../../app/paths.ts';
import { EmailsView } from '../../features/emails/emails-view.tsx';

const route = getRouteApi(PATHS.admin);

/** Begins with the state of the address. */
export function EmailsPanel() {
  const { state } = route.useSearch();
  return <EmailsView key={state} start={EMAIL_STATES.find((one) => one === state)} />;
}
