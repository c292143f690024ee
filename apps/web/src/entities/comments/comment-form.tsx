import { LIMITS } from '@naru/contract/limits';
import { countGraphemes, findTextProblem } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isImeKey } from '../../lib/hangul/ime-key.ts';
import type { FieldDraft } from '../../lib/typed-draft.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { COMPOSER, useKeepInView } from '../../ui/use-composer-space.ts';
import { MentionList } from './mention-list.tsx';
import {
  ChosenPicture,
  type NewPicture,
  PictureButton,
  type useNewPicture,
} from './picture-field.tsx';
import { useMentions } from './use-mentions.ts';

const COUNTER_FROM = LIMITS.commentMax - 100;

type CommentFormProps = {
  label: string;
  text: string;
  onText: (text: string) => void;
  draft: FieldDraft;
  /** Called with the composed text, never for blank or too long text. */
  onSubmit: (text: string) => void;
  placeholder?: string;
  submitLabel?: string;
  pending?: boolean;
  /** Without it the comment gets no picture here. */
  picture?: ReturnType<typeof useNewPicture>;
  /** 취소: gives up the text. */
  onCancel?: () => void;
  /** Escape: leaves the text in its draft. */
  onClose?: () => void;
  autoFocus?: boolean;
  /** One line at the bottom of a phone's screen, with the button beside the text. */
  docked?: boolean;
};

export function isSendable(text: string): boolean {
  return findTextProblem(text, LIMITS.commentMax) === null;
}

/** A blank text only disables the button. */
const PROBLEM_TEXTS = { blank: undefined, long: TEXTS.commentLength, marks: TEXTS.marksTooMany };

function isPictureReady(picture: NewPicture | null | undefined): boolean {
  if (!picture) return true;
  return picture.url !== null && countGraphemes(picture.alt) <= LIMITS.pictureAltMax;
}

/** Enter breaks the line, or chooses whom to mention; Ctrl+Enter or the button sends. */
export function CommentForm(props: CommentFormProps) {
  const { label, text, onText, onSubmit, onCancel, onClose = onCancel, pending } = props;
  const { picture } = props;
  const form = useKeepInView(text);
  const preview = picture?.picture?.preview;
  useEffect(() => {
    // The preview makes the form higher than the rest of the screen, and the picker had the focus.
    if (preview !== undefined) form.current?.scrollIntoView({ block: 'nearest' });
  }, [preview, form]);
  const area = useRef<HTMLTextAreaElement>(null);
  const mentions = useMentions(area, onText);
  const isReady = isPictureReady(picture?.picture);
  const count = countGraphemes(text);
  const problem = findTextProblem(text, LIMITS.commentMax);
  const submit = (whole: string) => {
    if (isSendable(whole) && isReady && !pending) onSubmit(whole.normalize('NFC').trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    mentions.onKeyDown(event);
    if (event.defaultPrevented) return;
    if (event.key === 'Escape' && onClose && !isImeKey(event.nativeEvent)) onClose();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const { currentTarget: element } = event;
    if (event.nativeEvent.isComposing) {
      // Blurring ends a composition, so the last syllable is complete.
      element.blur();
      element.focus();
    }
    submit(element.value);
  };
  return (
    <form
      ref={form}
      {...COMPOSER}
      onSubmit={(event) => {
        event.preventDefault();
        submit(text);
      }}
      className={cx(
        'relative grid scroll-mb-3 gap-2',
        props.docked && 'max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-end',
      )}
    >
      <MentionList mentions={mentions} />
      {picture?.picture && (
        <ChosenPicture
          picture={picture.picture}
          onAlt={picture.describe}
          onRemove={picture.clear}
        />
      )}
      <Field
        label={label}
        hideLabel
        error={problem === null ? undefined : PROBLEM_TEXTS[problem]}
        counter={count >= COUNTER_FROM ? { count, max: LIMITS.commentMax } : undefined}
      >
        <TextArea
          ref={area}
          {...mentions.area}
          draft={props.draft}
          value={text}
          onText={onText}
          onKeyDown={onKeyDown}
          placeholder={props.placeholder}
          autoFocus={props.autoFocus}
          rows={props.docked ? 1 : 2}
          aria-keyshortcuts="Control+Enter"
          className={cx('min-h-16', props.docked && 'max-md:max-h-28! max-md:min-h-11!')}
        />
      </Field>
      <div className="flex items-center justify-end gap-2">
        {picture && (
          <PictureButton
            disabled={picture.picture !== null}
            onPicture={(file) => void picture.choose(file)}
          />
        )}
        <span className="mr-auto text-ink-3 text-xs max-md:hidden" aria-hidden="true">
          Ctrl+Enter로 등록
        </span>
        {onCancel && (
          <Button size="sm" variant="ghost" onClick={onCancel}>
            취소
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant="primary"
          className="min-w-16"
          pending={pending}
          disabled={problem !== null || !isReady}
        >
          {props.submitLabel ?? '등록'}
        </Button>
      </div>
    </form>
  );
}
