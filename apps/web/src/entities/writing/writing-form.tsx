import { LIMITS } from '@naru/contract/limits';
import { writingForm } from '@naru/contract/post-fields';
import { countGraphemes } from '@naru/contract/text';
import type { Editor } from '@tiptap/react';
import { FileClock } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { useReachable } from '../../lib/api/use-reachable.ts';
import { useClientId } from '../../lib/client-id.ts';
import type { DraftKey } from '../../lib/draft.ts';
import { formatListDate } from '../../lib/format/dates.ts';
import { useSchemaForm } from '../../lib/forms.ts';
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
import { type DraftContent, useDraft } from './use-draft.ts';
import { WRITING_TEXTS } from './writing.texts.ts';

export type Writing = {
  title: string;
  content: string;
  imageUrls: string[];
  /** Makes creating a post safe to repeat. */
  clientId: string;
};

type WritingFormProps = {
  isNew: boolean;
  /** The key to save under, then keys of older drafts. */
  draftKeys: readonly [DraftKey, ...DraftKey[]];
  initial: { title: string; html: string };
  texts: {
    /** A required field is empty. */
    required: string;
    /** For thrown values that are not an ApiError. */
    unknownFailure: string;
  };
  titleHint?: string | undefined;
  /** `head`: fields above the title; `foot`: below the text. */
  head?: ReactNode;
  foot?: ReactNode;
  /** Serialised values of the other fields, for the draft. */
  choices?: string;
  onRestoreChoices?: (choices: string) => void;
  /** Changes with what is sent but not in the draft, such as files. */
  others?: string;
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
  const {
    isNew,
    initial,
    texts,
    choices = '',
    others = '',
    onCheck,
    save,
    onSaved,
    onCancel,
  } = props;
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
  const draft = useDraft({
    keys: props.draftKeys,
    initial: { ...initial, choices },
    onFull: () => toast.error(WRITING_TEXTS.draftFailed),
  });
  const isTouched = props.isTouched ?? false;
  useLeaveWarning(() => !isSaved.current && (isDirty.current || isTouched), WRITING_TEXTS.leave);

  const { keep } = draft;
  const clientIdOf = useClientId();
  const { isWaiting, run, stop } = useReachable();
  const newest = useRef({ title, choices });
  newest.current = { title, choices };
  const changed = (next: Partial<DraftContent>) => {
    isDirty.current = true;
    const html = editor.current ? getEditorHtml(editor.current) : initial.html;
    keep({ ...newest.current, html, ...next });
  };
  useEffect(() => {
    // The choices can change the draft key, so the draft is saved again.
    if (!isDirty.current || editor.current === null) return;
    keep({ title: newest.current.title, html: getEditorHtml(editor.current), choices });
  }, [choices, keep]);

  function restore(content: DraftContent) {
    setValue('title', content.title);
    if (editor.current) setEditorHtml(editor.current, content.html);
    if (content.choices !== '') props.onRestoreChoices?.(content.choices);
    const { clientId, ...sent } = content;
    if (clientId !== undefined) clientIdOf({ ...sent, others: '' }, clientId);
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
      const sent = { title: newest.current.title, html: content, choices };
      const clientId = clientIdOf({ ...sent, others });
      if (isNew) keep({ ...sent, clientId });
      const writing = { title: typed, content, imageUrls: listImages(current), clientId };
      return await run(() => save(writing));
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
      draft.drop();
      toast.success(isNew ? '글을 등록했습니다.' : '글을 수정했습니다.');
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
    if (onCheck?.() ?? true) return publish();
    await form.trigger();
    // The first invalid field may be the caller's, marked in the next render.
    requestAnimationFrame(() => {
      root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  }

  return (
    <div ref={root} className="flex flex-col gap-4 *:min-w-0 max-md:[--writing-head:65px]">
      {draft.found && (
        <DraftBar
          savedAt={draft.found.savedAt}
          onRestore={() => draft.found && restore(draft.found.content)}
          onDrop={draft.drop}
        />
      )}
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
      <Controller
        name="content"
        control={control}
        render={({ field }) => (
          <RichEditor
            label="내용"
            placeholder={WRITING_TEXTS.placeholder}
            initialHtml={initial.html}
            invalid={errors.content !== undefined}
            describedBy={errors.content && errorId}
            onReady={(ready) => {
              editor.current = ready;
              field.ref({ focus: () => ready.commands.focus() });
            }}
            onChange={showWriting}
          />
        )}
      />
      {errors.content && (
        <p id={errorId} role="alert" className="font-medium text-buoy text-sm">
          {errors.content.message}
        </p>
      )}
      {props.foot}
      <FormAlert problem={form.problem} />
      <div
        {...COMPOSER}
        className="flex flex-wrap items-center gap-2 max-md:sticky max-md:top-[var(--header-h)] max-md:z-20 max-md:order-first max-md:-mx-4 max-md:border-line max-md:border-b max-md:bg-deck max-md:px-4 max-md:py-2"
      >
        <p className="mr-auto text-ink-3 text-sm" aria-live="polite">
          {draft.savedAt !== null && `${clockOf(draft.savedAt)} 임시 저장됨`}
        </p>
        <Button size="lg" onClick={onCancel}>
          취소
        </Button>
        <Button size="lg" variant="primary" pending={isSubmitting} onClick={() => void submit()}>
          {isNew ? '등록' : '수정'}
        </Button>
        <div className="basis-full empty:hidden">
          <WaitingNote isWaiting={isWaiting} onStop={stop} />
        </div>
      </div>
    </div>
  );
}

/** The text as the schema checks it: without words and pictures it is empty. */
function contentOf(editor: Editor): string {
  return isEditorBlank(editor) ? '' : getEditorHtml(editor);
}

function clockOf(instant: number): string {
  return formatListDate(new Date(instant).toISOString()).slice(-5);
}

/** Offers to restore the draft of an earlier visit. */
function DraftBar(props: { savedAt: number; onRestore: () => void; onDrop: () => void }) {
  return (
    <section
      aria-label="임시 저장된 글"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ctl bg-sea-weak px-4 py-2.5"
    >
      <FileClock size={18} className="shrink-0 text-sea" />
      <p className="min-w-0 flex-1 basis-60 text-md">
        <span className="font-semibold">임시 저장된 글이 있습니다.</span>{' '}
        <span className="text-ink-2">
          {formatListDate(new Date(props.savedAt).toISOString())}에 저장했습니다.
        </span>
      </p>
      <div className="flex gap-2">
        <Button size="sm" variant="ghost" onClick={props.onDrop}>
          버리기
        </Button>
        <Button size="sm" variant="primary" onClick={props.onRestore}>
          이어 쓰기
        </Button>
      </div>
    </section>
  );
}
