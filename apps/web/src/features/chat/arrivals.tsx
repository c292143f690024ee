import type { ChatMessage } from '@naru/contract/chat';
import { useEffect, useState } from 'react';

type ArrivalsProps = { newest: ChatMessage | undefined; name: string };

/** Reads out what the partner writes while the room is open. */
export function Arrivals({ newest, name }: ArrivalsProps) {
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
