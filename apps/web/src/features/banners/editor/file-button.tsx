import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, TRY_LATER } from '../../../lib/api/api-error.ts';
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

type Upload = { problem: string };

type Run = (options: {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}) => Promise<string | Upload>;

/** One upload at a time; `run` resolves to the value or to why it cannot be uploaded. */
export function useUpload(onValue: (value: string) => void) {
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(run: Run): Promise<void> {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    const { signal } = controller;
    setProblem(undefined);
    setPart(0);
    try {
      const result = await run({ onProgress: setPart, signal });
      if (signal.aborted) return;
      if (typeof result === 'string') onValue(result);
      else setProblem(result.problem);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(error instanceof ApiError ? error.message : TRY_LATER);
    } finally {
      if (running.current === controller) setPart(null);
    }
  }

  return { part, problem, start, cancel: () => running.current?.abort() };
}
