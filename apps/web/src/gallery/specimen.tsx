import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

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
