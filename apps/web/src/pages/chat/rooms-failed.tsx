import { CloudOff } from 'lucide-react';
import { MAIL_TEXTS } from '../../features/chat/chat.texts.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { ErrorState } from '../../ui/states.tsx';

export function RoomsFailed(props: { error: unknown; onRetry: () => void }) {
  return (
    <ErrorState
      icon={<CloudOff size={22} aria-hidden="true" />}
      title={MAIL_TEXTS.roomsFailed}
      text={messageOf(props.error)}
      onRetry={props.onRetry}
    />
  );
}
