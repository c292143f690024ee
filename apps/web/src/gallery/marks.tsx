import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { PersonName } from '../entities/member/person-name.tsx';
import { RoleTag } from '../entities/member/role-tag.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge, CountBubble } from '../ui/badge.tsx';
import { Button, Spinner } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Flag } from '../ui/flag.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TimeText } from '../ui/time-text.tsx';

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

export function Specimens(props: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={props.title}>
      <h2 className="px-5 pt-4 font-bold text-lg">{props.title}</h2>
      <div className="grid grid-cols-1 gap-5 p-5 pt-2">{props.children}</div>
    </Card>
  );
}

/** One component with its states side by side. */
export function Specimen(props: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold text-ink-3 text-sm">{props.name}</h3>
      <div className="flex flex-wrap items-start gap-3">{props.children}</div>
    </div>
  );
}

type WithStateProps<T> = { initial: T; children: (value: T, set: (next: T) => void) => ReactNode };

/** Holds the value of a controlled component. */
export function WithState<T>({ initial, children }: WithStateProps<T>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

type OpenerProps = {
  name: string;
  children: (close: () => void, anchor: RefObject<HTMLElement | null>) => ReactNode;
};

/** A button that opens a layer. */
export function Opener({ name, children }: OpenerProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} onClick={() => setOpen(true)}>
        {name} 열기
      </Button>
      {open && children(() => setOpen(false), button)}
    </>
  );
}
