import { highestRole, ROLE_TITLES, type Role, roleRank, sortRoles } from '@naru/contract/roles';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Flag, type FlagName } from '../../ui/flag.tsx';

/**
 * Each role has its own flag and colour. The letters follow the Korean words: Haksaeng, Kyosu,
 * Jogyo; Council, Admin; Guest for members without a role.
 */
const ROLE_LOOKS: Record<Role, { flag: FlagName; tone: BadgeTone }> = {
  USER: { flag: 'G', tone: 'plain' },
  STUDENT: { flag: 'H', tone: 'sea' },
  PROFESSOR: { flag: 'K', tone: 'gold' },
  STUDENT_COUNCIL: { flag: 'C', tone: 'tide' },
  MANAGER: { flag: 'J', tone: 'violet' },
  ADMIN: { flag: 'A', tone: 'buoy' },
  SYSTEM: { flag: 'X', tone: 'plain' },
};

/** The role as a tinted word with its flag. */
export function RoleTag({ role }: { role: Role }) {
  const { flag, tone } = ROLE_LOOKS[role];
  return (
    <Badge tone={tone}>
      <Flag name={flag} size={12} />
      {ROLE_TITLES[role]}
    </Badge>
  );
}

/** The flag alone, named for screen readers: beside a nickname. */
export function RoleFlag({ role, size = 16 }: { role: Role; size?: number }) {
  return <Flag name={ROLE_LOOKS[role].flag} size={size} title={ROLE_TITLES[role]} />;
}

type TopRoleTagProps = {
  roles: readonly string[];
  /** The lowest role that is shown. */
  from: Role;
};

/** The highest role of a member beside its name. */
export function TopRoleTag({ roles, from }: TopRoleTagProps) {
  const role = highestRole(roles);
  return roleRank(role) < roleRank(from) ? null : <RoleTag role={role} />;
}

/** All roles of a member, highest first. Every member is a USER, which says nothing beside another. */
export function RoleList({ roles }: { roles: readonly string[] }) {
  const special = sortRoles(roles).filter((role) => role !== 'USER');
  const shown: Role[] = special.length > 0 ? special.reverse() : ['USER'];
  return (
    <ul aria-label="역할" className="flex flex-wrap justify-center gap-1.5">
      {shown.map((role) => (
        <li key={role}>
          <RoleTag role={role} />
        </li>
      ))}
    </ul>
  );
}
