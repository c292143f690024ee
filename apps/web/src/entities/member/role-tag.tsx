import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Flag, type FlagName } from '../../ui/flag.tsx';

/**
 * Each role has its own flag and colour (spec 3). The letters follow the Korean words:
 * Haksaeng, Kyosu, Jogyo; Council, Admin; Guest for members without a role.
 */
const ROLE_LOOKS = {
  USER: { flag: 'G', tone: 'plain' },
  STUDENT: { flag: 'H', tone: 'sea' },
  PROFESSOR: { flag: 'K', tone: 'gold' },
  STUDENT_COUNCIL: { flag: 'C', tone: 'tide' },
  MANAGER: { flag: 'J', tone: 'violet' },
  ADMIN: { flag: 'A', tone: 'buoy' },
  SYSTEM: { flag: 'X', tone: 'plain' },
} as const satisfies Record<string, { flag: FlagName; tone: BadgeTone }>;

type RoleName = keyof typeof ROLE_LOOKS;

/** The role as a tinted word with its flag. */
export function RoleTag(props: { role: RoleName; title: string }) {
  const { flag, tone } = ROLE_LOOKS[props.role];
  return (
    <Badge tone={tone}>
      <Flag name={flag} size={12} />
      {props.title}
    </Badge>
  );
}

/** The flag alone, named for screen readers: beside a nickname. */
export function RoleFlag(props: { role: RoleName; title: string; size?: number }) {
  return <Flag name={ROLE_LOOKS[props.role].flag} size={props.size ?? 16} title={props.title} />;
}
