import type { ChatQuote } from '@naru/contract/chat';
import type { RefObject } from 'react';
import type { DraftKey } from '../../lib/draft.ts';
import { useDraftText } from '../../lib/typed-draft.ts';
import { Composer } from './composer.tsx';
import { takePictures } from './message-picture.tsx';
import type { PendingPicture } from './outbox.ts';
import { ReplyBar } from './reply-bar.tsx';

type RoomComposerProps = {
  areaRef: RefObject<HTMLTextAreaElement | null>;
  draftKey: DraftKey;
  /** The message that the next one replies to. */
  reply: ChatQuote | null;
  nameOf: (senderId: number | null, nickName: string | null) => string;
  onReply: (reply: ChatQuote | null) => void;
  /** Returns false when the text was not accepted. */
  onSend: (content: string, reply: ChatQuote | null) => boolean;
  onPicture: (picture: PendingPicture, reply: ChatQuote | null) => void;
};

/** Where a member writes, with the draft of the room and what is replied to. */
export function RoomComposer({ areaRef, draftKey, reply, nameOf, ...on }: RoomComposerProps) {
  const { text, setText, draft, end } = useDraftText(draftKey);
  const cancel = () => {
    on.onReply(null);
    areaRef.current?.focus();
  };
  return (
    <>
      {reply && (
        <ReplyBar quote={reply} name={nameOf(reply.senderId, reply.nickName)} onCancel={cancel} />
      )}
      <Composer
        ref={areaRef}
        text={text}
        onText={setText}
        draft={draft}
        onEscape={reply ? cancel : undefined}
        onSend={(content) => {
          if (!on.onSend(content, reply)) return false;
          end();
          on.onReply(null);
          return true;
        }}
        onPictures={(files) => {
          // The first of them replies.
          let replyTo = reply;
          on.onReply(null);
          void takePictures(files, (picture) => {
            on.onPicture(picture, replyTo);
            replyTo = null;
          });
        }}
      />
    </>
  );
}
