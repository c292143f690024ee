import { PeopleView } from '../../features/admin/people-view.tsx';

/** ROLES: who may do what. */
export function RolesPanel() {
  return <PeopleView />;
}
