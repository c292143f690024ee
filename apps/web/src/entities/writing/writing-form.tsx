import { LIMITS } from '@naru/contract/limits';
import { writingForm } from '@naru/contract/post-fields';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import type { Editor } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { useReachable } from '../../lib/api/until-reached.ts';
import type { DraftKey } from '../../lib/draft.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { useClientId } from '../../lib/forms-draft.ts';
import { NO_DRAFT_NOTE } from '../../lib/typed-draft.ts';
import { Button } from '../../ui/button.tsx';
import {
  countUploads,
  getEditorHtml,
  isEditorBlank,
  listImages,
  setEditorHtml,
} from '../../ui/editor/editor-html.ts';
import { RichEditor } from '../../ui/editor/rich-editor.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { COMPOSER } from '../../ui/use-composer-space.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { WaitingNote } from '../../ui/waiting-note.tsx';
import { AttachmentsField } from '../attachments/attachments-field.tsx';
import { draftFiles } from '../attachments/draft-files.ts';
import { type Attachments, areComplete } from '../attachments/use-attachments.ts';
import { DraftState, OtherOffer, OwnOffer } from './draft-bar.tsx';
import { insertShared, useShared } from './insert-shared.ts';
import { takeDrop, takeFiles } from './take-files.ts';
import type { DraftContent } from './use-draft.ts';
import { useWritingDraft } from './use-writing-draft.ts';
import { WRITING_TEXTS } from './writing.texts.ts';

export type Writing = {
  title: string;
  content: string;
  imageUrls: string[];
  /** Keys of the files. */
  attachments: string[];
  /** Makes creating a post safe to repeat. */
  clientId: string;
};

type WritingFormProps = {
  isNew: boolean;
  /** The key to save under, then keys of older drafts. */
  draftKeys: readonly [DraftKey, ...DraftKey[]];
  /** The text may become anonymous: its draft stays on this device. */
  staysHere?: boolean;
  /** With `staysHere`: a draft that is on the account is offered once, and then only on this device. */
  movesHere?: boolean;
  initial: { title: string; html: string };
  texts: {
    /** A required field is empty. */
    required: string;
    /** For thrown values that are not an ApiError. */
    unknownFailure: string;
  };
  titleHint?: string | undefined;
  /** Files of the post; null where it is anonymous and can have none. */
  attachments: Attachments | null;
  /** Reports the title as it is typed, for fields that depend on it. */
  onTitle?: (title: string) => void;
  /** Label of the button and message of success, where 등록 and 수정 do not fit. */
  submitLabel?: string | undefined;
  doneText?: string | undefined;
  head?: ReactNode;
  /** Between the title and the text. */
  belowTitle?: ReactNode;
  /** Fields below the text. */
  foot?: ReactNode;
  /** Serialised values of the other fields, for the draft. */
  choices?: string;
  onRestoreChoices?: (choices: string) => void;
  /** Other fields have unsaved changes. */
  isTouched?: boolean;
  /** Validates the other fields, which show their own errors; false cancels the submission. */
  onCheck?: () => boolean;
  /** Returns the id of the post. */
  save: (writing: Writing) => Promise<number>;
  onSaved: (id: number) => void;
  onCancel: () => void;
};

/** Title and editor with draft, leave warning and validation, for boards and lecture rooms. */
export function WritingForm(props: WritingFormProps) {
  const { isNew, initial, texts, choices = '', attachments, onCheck, save, onSaved } = props;
  const root = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const isDirty = useRef(false);
  const isSaved = useRef(false);
  const errorId = useId();
  const form = useSchemaForm(writingForm(texts.required), {
    title: initial.title,
    content: initial.html,
  });
  const { control, register, setValue } = form;
  const { errors, isSubmitting } = form.formState;
  const title = form.watch('title');
  const draft = useWritingDraft({
    keys: props.draftKeys,
    staysHere: props.staysHere === true,
    movesHere: props.movesHere === true,
    initial: { ...initial, choices, files: [] },
    onFull: () => toast.error(WRITING_TEXTS.draftFailed),
  });
  const isTouched = props.isTouched === true || attachments?.hasNew === true;
  useLeaveWarning(() => !isSaved.current && (isDirty.current || isTouched), WRITING_TEXTS.leave);

  const { onTitle } = props;
  useEffect(() => onTitle?.(title), [onTitle, title]);

  const { keep } = draft;
  const files = attachments === null ? [] : draftFiles(attachments.files);
  const clientIdOf = useClientId();
  const { isWaiting, isBusy, run, stop } = useReachable();
  const newest = useRef({ title, choices, files });
  newest.current = { title, choices, files };
  const changed = (next: Partial<DraftContent>) => {
    isDirty.current = true;
    const html = editor.current ? getEditorHtml(editor.current) : initial.html;
    keep({ ...newest.current, html, ...next });
  };
  const fileKeys = files.map(({ key }) => key).join(' ');
  const knownKeys = useRef(fileKeys);
  useEffect(() => {
    if (knownKeys.current !== fileKeys) isDirty.current = true;
    knownKeys.current = fileKeys;
    // The choices can change the draft key, so the draft is saved again.
    if (!isDirty.current || editor.current === null) return;
    keep({ ...newest.current, html: getEditorHtml(editor.current), choices });
  }, [choices, fileKeys, keep]);

  const shared = useShared({
    isNew,
    isWaiting: draft.found !== null || draft.other !== null,
    onBegin: (content) => {
      const title = newest.current.title || content.title;
      setValue('title', title);
      void insertShared(content, editor.current, attachments).then(() => changed({ title }));
    },
  });

  function restore(content: DraftContent) {
    setValue('title', content.title);
    if (editor.current) setEditorHtml(editor.current, content.html);
    if (content.choices !== '') props.onRestoreChoices?.(content.choices);
    attachments?.restore(content.files);
    const { clientId, choices, files, html } = content;
    // In the order in which it is sent.
    if (clientId !== undefined)
      clientIdOf({ title: content.title, choices, files, html }, clientId);
    isDirty.current = true;
    draft.dismiss();
    editor.current?.commands.focus('end');
  }

  function showWriting(current: Editor) {
    const shouldValidate = errors.content !== undefined;
    setValue('content', contentOf(current), { shouldValidate });
    changed({ html: getEditorHtml(current) });
  }

  async function saveWriting(current: Editor, typed: string): Promise<number> {
    // Edits during the request would be lost.
    current.setEditable(false, false);
    try {
      const content = getEditorHtml(current);
      const sent = { ...newest.current, html: content };
      const clientId = clientIdOf(sent);
      if (isNew) keep({ ...sent, clientId });
      const keys = attachments?.keys ?? [];
      const uploads = { imageUrls: listImages(current), attachments: keys };
      return await run(() => save({ title: typed, content, ...uploads, clientId }));
    } finally {
      current.setEditable(true, false);
    }
  }

  const publish = form.submit(
    async (writing) => {
      const current = editor.current;
      if (current === null) return;
      if (countUploads(current) > 0) return toast.info(WRITING_TEXTS.uploading);
      const id = await saveWriting(current, writing.title);
      isSaved.current = true;
      draft.end();
      shared.end();
      toast.success(props.doneText ?? (isNew ? '글을 등록했습니다.' : '글을 수정했습니다.'));
      onSaved(id);
    },
    {
      text: isNew ? '등록 실패. 다시 시도해주세요.' : '수정 실패. 다시 시도해주세요.',
      unknownText: texts.unknownFailure,
    },
  );

  async function submit() {
    // A restored draft enters the editor without an event.
    if (editor.current) setValue('content', contentOf(editor.current));
    if ((onCheck?.() ?? true) && (attachments === null || areComplete(attachments))) {
      return publish();
    }
    await form.trigger();
    // The first invalid field may be the caller's, marked in the next render.
    requestAnimationFrame(() => {
      root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop beside the text would open the file instead
    <div
      ref={root}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (!event.defaultPrevented) takeDrop(attachments, editor.current, event);
      }}
      className="flex flex-col gap-4 *:min-w-0 max-md:[--writing-head:65px]"
    >
      <OwnOffer draft={draft} onRestore={restore} />
      {props.head}
      <Field
        label="제목"
        required
        hint={props.titleHint}
        error={errors.title?.message}
        counter={{ count: countGraphemes(title.trim()), max: LIMITS.titleMax }}
      >
        <TextInput
          {...register('title', { onChange: ({ target }) => changed({ title: target.value }) })}
          onSubmitText={() => editor.current?.commands.focus()}
          readOnly={isSubmitting}
          autoFocus={isNew}
          className="font-semibold"
        />
      </Field>
      {props.belowTitle}
      <Controller
        name="content"
        control={control}
        render={({ field }) => (
          <RichEditor
            draft={NO_DRAFT_NOTE}
            label="내용"
            placeholder={WRITING_TEXTS.placeholder}
            initialHtml={initial.html}
            invalid={errors.content !== undefined}
            describedBy={errors.content && errorId}
            onReady={(ready) => {
              editor.current = ready;
              field.ref({ focus: () => ready.commands.focus() });
              shared.onReady();
            }}
            onChange={showWriting}
            onFiles={(dropped) => takeFiles(attachments, dropped)}
          />
        )}
      />
      {errors.content && (
        <p id={errorId} role="alert" className="font-medium text-buoy text-sm">
          {errors.content.message}
        </p>
      )}
      {attachments === null ? (
        <p className="text-ink-3 text-sm">{TEXTS.attachmentAnonymous}</p>
      ) : (
        <AttachmentsField attachments={attachments} />
      )}
      {props.foot}
      <FormAlert problem={form.problem} />
      <div
        {...COMPOSER}
        className="flex flex-wrap items-center gap-2 max-md:sticky max-md:top-[var(--header-h)] max-md:z-20 max-md:order-first max-md:-mx-4 max-md:border-line max-md:border-b max-md:bg-deck max-md:px-4 max-md:py-2"
      >
        <DraftState draft={draft} />
        <Button size="lg" onClick={props.onCancel}>
          취소
        </Button>
        <Button size="lg" variant="primary" pending={isSubmitting} onClick={() => void submit()}>
          {props.submitLabel ?? (isNew ? '등록' : '수정')}
        </Button>
        <div className="basis-full empty:hidden">
          <WaitingNote isWaiting={isWaiting} isBusy={isBusy} onStop={stop} />
        </div>
      </div>
      <OtherOffer draft={draft} onRestore={restore} />
    </div>
  );
}

/** The text as the schema checks it: without words and pictures it is empty. */
function contentOf(editor: Editor): string {
  return isEditorBlank(editor) ? '' : getEditorHtml(editor);
}
