import { LIMITS } from '@naru/contract/limits';
import { countGraphemes, findTextProblem } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { ImagePlus, SendHorizontal } from 'lucide-react';
import { type Ref, useId, useImperativeHandle, useRef } from 'react';
import { CHOOSABLE, isChoosable } from '../../lib/api/upload.ts';
import { isImeKey } from '../../lib/hangul/ime-key.ts';
import { type FieldDraft, NO_DRAFT_NOTE } from '../../lib/typed-draft.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { DraftNote, TextArea } from '../../ui/text-input.tsx';
import { COMPOSER } from '../../ui/use-composer-space.ts';
import { TOUCH } from './touch.ts';

const COUNTER_FROM = LIMITS.chatMessageMax - 100;
const PROBLEM_TEXTS = {
  blank: null,
  long: TEXTS.chatMessageLength,
  marks: TEXTS.marksTooMany,
};

type ComposerProps = {
  ref?: Ref<HTMLTextAreaElement>;
  text: string;
  onText: (text: string) => void;
  draft: FieldDraft;
  /** Receives trimmed text; returns false when it was not accepted. */
  onSend: (content: string) => boolean;
  onPictures: (files: readonly File[]) => void;
  onEscape?: (() => void) | undefined;
};

/**
 * Enter sends, also during a composition; Shift+Enter, and Enter on touch screens, inserts a line
 * break. Text that is not accepted stays.
 */
export function Composer({ ref, text, onText, draft, onSend, ...props }: ComposerProps) {
  const { onPictures, onEscape } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => area.current as HTMLTextAreaElement, []);
  const isTouch = useMedia(TOUCH);
  const counterId = useId();
  const count = countGraphemes(text);
  const problem = findTextProblem(text, LIMITS.chatMessageMax);
  const refusal = problem && PROBLEM_TEXTS[problem];

  const send = (typed: string): boolean => {
    if (findTextProblem(typed, LIMITS.chatMessageMax) !== null) return false;
    const isAccepted = onSend(typed.normalize('NFC').trim());
    if (isAccepted) onText('');
    return isAccepted;
  };
  const sendByButton = () => {
    const element = area.current;
    if (!element) return;
    // Blur ends a composition in every browser, which completes the last syllable.
    element.blur();
    element.focus();
    // Clears the DOM value too, because the last syllable may not have fired an input event.
    if (send(element.value)) element.value = '';
  };

  return (
    <form
      {...COMPOSER}
      className="border-line border-t bg-paper px-3 py-2.5 pb-[max(10px,var(--bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        sendByButton();
      }}
    >
      <div className="flex items-end gap-2">
        <PictureButton onPictures={onPictures} />
        <TextArea
          ref={area}
          rows={1}
          value={text}
          onText={onText}
          draft={NO_DRAFT_NOTE}
          onSubmitText={isTouch ? undefined : send}
          enterKeyHint={isTouch ? 'enter' : 'send'}
          onPaste={(event) => {
            const pictures = picturesOf(event.clipboardData.files);
            if (pictures.length === 0) return;
            event.preventDefault();
            onPictures(pictures);
          }}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape' && !isImeKey(nativeEvent)) onEscape?.();
          }}
          aria-label="메시지 입력"
          aria-invalid={refusal !== null || undefined}
          aria-describedby={counterId}
          placeholder="메시지를 입력해 주세요."
          className="max-h-32! min-h-11! resize-none! py-2.5"
        />
        <Button
          type="submit"
          variant="primary"
          className="h-11"
          // Keeps the focus in the field, so that the keyboard stays open.
          onPointerDown={(event) => event.preventDefault()}
          disabled={refusal !== null}
          icon={<SendHorizontal size={18} />}
        >
          <span className="max-sm:sr-only">보내기</span>
        </Button>
      </div>
      {draft.offer && <DraftNote offer={draft.offer} />}
      <p
        id={counterId}
        className={cx('flex justify-end gap-2 text-xs', count >= COUNTER_FROM && 'mt-1')}
      >
        {refusal !== null && (
          <span role="alert" className="text-buoy">
            {refusal}
          </span>
        )}
        {count >= COUNTER_FROM && (
          <span className={problem === 'long' ? 'text-buoy' : 'text-ink-3'}>
            {count.toLocaleString('ko-KR')}/{LIMITS.chatMessageMax.toLocaleString('ko-KR')}
          </span>
        )}
        {!isTouch && <span className="sr-only">Enter로 보내고, Shift+Enter로 줄을 바꿉니다.</span>}
      </p>
    </form>
  );
}

const picturesOf = (files: Iterable<File>) => [...files].filter(isChoosable);

/** Opens the picker of the device, on phones with camera and gallery. */
function PictureButton({ onPictures }: Pick<ComposerProps, 'onPictures'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={CHOOSABLE}
        multiple
        hidden
        data-testid="chat-pictures"
        onChange={({ target }) => {
          onPictures([...(target.files ?? [])]);
          // The same picture can be chosen again.
          target.value = '';
        }}
      />
      <IconButton label="사진 보내기" className="size-11" onClick={() => input.current?.click()}>
        <ImagePlus size={21} />
      </IconButton>
    </>
  );
}
