import { Vote } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { PollOptions } from './use-poll-draft.ts';

const PollEditor = lazyPart(async () => (await import('./poll-editor.tsx')).PollEditor);

/** Adds a poll to the post. */
export function PollField({ poll }: { poll: PollOptions }) {
  if (poll.draft !== null) return <PollEditor poll={poll} />;
  return (
    <div>
      <Button icon={<Vote size={16} />} onClick={poll.add}>
        투표 넣기
      </Button>
    </div>
  );
}
