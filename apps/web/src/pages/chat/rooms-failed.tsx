import { CloudOff } from 'lucide-react';
import { CHAT_TEXTS } from '../../features/chat/chat.texts.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { ErrorState } from '../../ui/states.tsx';

/** The rooms could not be loaded; nobody knows whether there are any. */
export function RoomsFailed(props: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState
      icon={<CloudOff size={22} aria-hidden="true" />}
      title={CHAT_TEXTS.roomsFailed}
      text={messageOf(props.error)}
      onRetry={props.onRetry}
    />
  );
}
