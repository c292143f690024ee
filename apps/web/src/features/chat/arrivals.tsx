import type { ChatMessage } from '@naru/contract/chat';
import { useEffect, useState } from 'react';

/** Announces new messages of the partner to screen readers. */
export function Arrivals({ newest, name }: { newest: ChatMessage | undefined; name: string }) {
  const [known, setKnown] = useState(newest?.id ?? 0);
  const [text, setText] = useState('');
  useEffect(() => {
    if (!newest || newest.id <= known) return;
    setKnown(newest.id);
    setText(`${name}: ${newest.content}`);
  }, [newest, known, name]);
  return (
    <span aria-live="polite" className="sr-only">
      {text}
    </span>
  );
}
