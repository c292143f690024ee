import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { SendHorizontal } from 'lucide-react';
import { type Ref, useId, useImperativeHandle, useRef } from 'react';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { MAIL_TEXTS } from './chat.texts.ts';

/** From here on the counter is shown. */
const COUNTER_FROM = LIMITS.chatMessageMax - 100;
/** Fingers: Enter makes a new line there, as on every phone keyboard, and the button sends. */
const TOUCH = '(pointer: coarse)';

type ComposerProps = {
  ref?: Ref<HTMLTextAreaElement>;
  text: string;
  onText: (text: string) => void;
  /** Gets the whole, trimmed text; false when it was not taken. */
  onSend: (content: string) => boolean;
};

/**
 * Writes a message. Enter sends once and whole, also in the middle of a syllable; Shift+Enter, and
 * Enter on touch screens, makes a new line. A text that is not taken stays.
 */
export function Composer({ ref, text, onText, onSend }: ComposerProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(
    ref,
    () => area.current,
    [],
  );
  const isTouch = useMedia(TOUCH);
  const counterId = useId();
  const count = countGraphemes(text);
  const isTooLong = count > LIMITS.chatMessageMax;

  const send = (whole: string): boolean => {
    const content = whole.normalize('NFC').trim();
    if (content === '' || countGraphemes(content) > LIMITS.chatMessageMax) return false;
    const isTaken = onSend(content);
    if (isTaken) onText('');
    return isTaken;
  };
  const sendByButton = () => {
    const element = area.current;
    if (!element) return;
    // Leaving the field ends a composition in every browser: the last syllable is whole then.
    element.blur();
    element.focus();
    // The last syllable may not have been reported: what was sent leaves the field either way.
    if (send(element.value)) element.value = '';
  };

  return (
    <form
      className="border-line border-t bg-paper px-3 py-2.5 pb-[max(10px,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        sendByButton();
      }}
    >
      <div className="flex items-end gap-2">
        <TextArea
          ref={area}
          rows={1}
          value={text}
          onText={onText}
          onSubmitText={isTouch ? undefined : send}
          enterKeyHint={isTouch ? 'enter' : 'send'}
          aria-label={MAIL_TEXTS.composer}
          aria-invalid={isTooLong || undefined}
          aria-describedby={counterId}
          placeholder={MAIL_TEXTS.placeholder}
          className="max-h-32! min-h-11! resize-none! py-2.5"
        />
        <Button
          type="submit"
          variant="primary"
          className="h-11"
          // A press must not take the focus: the keyboard stays open.
          onPointerDown={(event) => event.preventDefault()}
          disabled={isTooLong}
          icon={<SendHorizontal size={18} aria-hidden="true" />}
        >
          <span className="max-sm:sr-only">{MAIL_TEXTS.send}</span>
        </Button>
      </div>
      <p
        id={counterId}
        className={cx('flex justify-end gap-2 text-xs', count >= COUNTER_FROM && 'mt-1')}
      >
        {isTooLong && (
          <span role="alert" className="text-buoy">
            {MAIL_TEXTS.tooLong}
          </span>
        )}
        {count >= COUNTER_FROM && (
          <span className={isTooLong ? 'text-buoy' : 'text-ink-3'}>
            {count.toLocaleString('ko-KR')}/{LIMITS.chatMessageMax.toLocaleString('ko-KR')}
          </span>
        )}
        {!isTouch && <span className="sr-only">{MAIL_TEXTS.keyHint}</span>}
      </p>
    </form>
  );
}
