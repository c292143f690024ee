import { ROLES, type Role, roleRank, sortRoles } from '@naru/contract/roles';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { memberRoles } from '../../db/schema/index.ts';

/** Lowest role first; empty for a null id. */
export function rolesOf(memberId: SQLWrapper): SQL<Role[]> {
  return sql`array(select ${memberRoles.role} from ${memberRoles} where ${memberRoles.memberId} = ${memberId})`.mapWith(
    (roles: string[]) => sortRoles(roles),
  );
}

export function holdsRole(memberId: SQLWrapper, role: Role): SQL {
  return sql`exists (select 1 from ${memberRoles} where ${memberRoles.memberId} = ${memberId} and ${memberRoles.role} = ${role})`;
}

/** Whether the member has the role or a higher one. */
export function holdsRoleFrom(memberId: SQLWrapper, role: Role): SQL {
  const roles = ROLES.slice(roleRank(role)).map((name) => sql.raw(`'${name}'`));
  return sql`exists (select 1 from ${memberRoles} where ${memberRoles.memberId} = ${memberId} and ${memberRoles.role} in (${sql.join(roles, sql`, `)}))`;
}
