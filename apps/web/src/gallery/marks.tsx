import { PersonName } from '../entities/member/person-name.tsx';
import { RoleTag } from '../entities/member/role-tag.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge, CountBubble } from '../ui/badge.tsx';
import { Spinner } from '../ui/button.tsx';
import { Flag } from '../ui/flag.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Specimen, Specimens } from './specimen.tsx';

const TONES = ['sea', 'buoy', 'tide', 'gold', 'violet', 'plain'] as const;
const FLAGS = ['Q', 'F', 'S', 'R', 'M', 'N', 'P', 'D', 'U', 'C'] as const;
const ROLES = ['STUDENT', 'PROFESSOR', 'STUDENT_COUNCIL', 'MANAGER', 'ADMIN', 'USER'] as const;
const DATE = '2026-03-02T09:00:00+09:00';

export function Marks() {
  return (
    <Specimens title="표시">
      <Specimen name="Badge, CountBubble">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <CountBubble count={3} />
        <CountBubble count={12} />
      </Specimen>
      <Specimen name="Flag">
        {FLAGS.map((flag) => (
          <Flag key={flag} name={flag} size={24} />
        ))}
      </Specimen>
      <Specimen name="RoleTag">
        {ROLES.map((role) => (
          <RoleTag key={role} role={role} />
        ))}
      </Specimen>
      <Specimen name="Avatar, PersonName, TimeText">
        <Avatar name="해솔" />
        <Avatar name="익명3" anonymous />
        <PersonName name="해솔" memberId={1} />
        <PersonName name="익명3" memberId={null} />
        <TimeText kind="list" date={DATE} />
        <TimeText kind="community" date={DATE} />
      </Specimen>
      <Specimen name="Spinner, ProgressBar">
        <Spinner label="불러오는 중" />
        <ProgressBar label="올리는 중" value={0.4} className="w-40" />
      </Specimen>
    </Specimens>
  );
}
