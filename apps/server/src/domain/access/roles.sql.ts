import { type Role, sortRoles } from '@naru/contract/roles';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { memberRoles } from '../../db/schema/index.ts';

/** The roles of a member, lowest first; empty where there is no member. */
export function rolesOf(memberId: SQLWrapper): SQL<Role[]> {
  return sql`array(select ${memberRoles.role} from ${memberRoles} where ${memberRoles.memberId} = ${memberId})`.mapWith(
    (roles: string[]) => sortRoles(roles),
  );
}

/** Whether the member holds exactly this role. */
export function holdsRole(memberId: SQLWrapper, role: Role): SQL {
  return sql`exists (select 1 from ${memberRoles} where ${memberRoles.memberId} = ${memberId} and ${memberRoles.role} = ${role})`;
}
