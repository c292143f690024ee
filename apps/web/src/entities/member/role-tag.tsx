import { highestRole, ROLE_TITLES, type Role, roleRank, sortRoles } from '@naru/contract/roles';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Flag, type FlagName } from '../../ui/flag.tsx';

/**
 * Flag letters follow the Korean words: Haksaeng, Kyosu, Jogyo; Council, Admin; Guest for members
 * without a role.
 */
const ROLE_LOOKS: Record<Role, { flag: FlagName; tone: BadgeTone }> = {
  USER: { flag: 'G', tone: 'plain' },
  STUDENT: { flag: 'H', tone: 'sea' },
  PROFESSOR: { flag: 'K', tone: 'gold' },
  STUDENT_COUNCIL: { flag: 'C', tone: 'tide' },
  MANAGER: { flag: 'J', tone: 'violet' },
  ADMIN: { flag: 'A', tone: 'buoy' },
  SYSTEM: { flag: 'X', tone: 'ink' },
};

export function RoleTag({ role }: { role: Role }) {
  const { flag, tone } = ROLE_LOOKS[role];
  return (
    <Badge tone={tone}>
      <Flag name={flag} size={12} />
      {ROLE_TITLES[role]}
    </Badge>
  );
}

/** Only the flag, with an accessible name, for use beside a nickname. */
export function RoleFlag({ role, size = 16 }: { role: Role; size?: number }) {
  return <Flag name={ROLE_LOOKS[role].flag} size={size} title={ROLE_TITLES[role]} />;
}

/** A member's highest role, if it is at least `from`. */
export function TopRoleTag({ roles, from }: { roles: readonly string[]; from: Role }) {
  const role = highestRole(roles);
  return roleRank(role) < roleRank(from) ? null : <RoleTag role={role} />;
}

/** All roles, highest first. USER is implied and shown only when alone. */
export function RoleList({ roles }: { roles: readonly string[] }) {
  const special = sortRoles(roles).filter((role) => role !== 'USER');
  const shown: Role[] = special.length > 0 ? special.reverse() : ['USER'];
  return (
    <ul aria-label="권한" className="flex flex-wrap justify-center gap-1.5">
      {shown.map((role) => (
        <li key={role}>
          <RoleTag role={role} />
        </li>
      ))}
    </ul>
  );
}
