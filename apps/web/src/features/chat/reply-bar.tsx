import type { ChatQuote } from '@naru/contract/chat';
import { Reply, X } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { quoteText } from './message-quote.tsx';

type ReplyBarProps = { quote: ChatQuote; name: string; onCancel: () => void };

/** Above the text field: the message that is being replied to. */
export function ReplyBar({ quote, name, onCancel }: ReplyBarProps) {
  return (
    <div className="flex items-center gap-2.5 border-line border-t bg-paper py-1 pr-1.5 pl-4">
      <Reply size={18} className="shrink-0 text-sea" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="flex font-semibold">
          <bdi className="min-w-0 truncate">{name}</bdi>
          <span className="shrink-0">에게 답장</span>
        </span>
        <bdi className="block truncate text-ink-3">{quoteText(quote)}</bdi>
      </p>
      <IconButton label="답장 취소" onClick={onCancel}>
        <X size={18} />
      </IconButton>
    </div>
  );
}
