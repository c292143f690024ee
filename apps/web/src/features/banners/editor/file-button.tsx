import { type ReactNode, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

type Props = {
  label: string;
  accept: string;
  icon: ReactNode;
  pending: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** A button that opens the file picker; the same file can be picked again. */
export function FileButton({ label, accept, icon, pending, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <Button size="sm" icon={icon} pending={pending} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
