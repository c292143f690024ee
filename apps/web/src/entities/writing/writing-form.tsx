import { LIMITS } from '@naru/contract/limits';
import { countGraphemes } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { useMutation } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, fieldErrorOf, messageOf } from '../../lib/api/api-error.ts';
import type { DraftKey } from '../../lib/draft.ts';
import { formatListDate } from '../../lib/format/dates.ts';
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
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { DraftBar } from './draft-bar.tsx';
import { type DraftContent, useDraft } from './use-draft.ts';
import { WRITING_TEXTS } from './writing.texts.ts';

/** What the writer hands over. */
export type Writing = { title: string; content: string; imageUrls: string[] };

type WritingFormProps = {
  isNew: boolean;
  /** Where the draft is kept, then where else one may lie. */
  draftKeys: readonly [DraftKey, ...DraftKey[]];
  initial: { title: string; html: string };
  texts: {
    /** Something that must be there is missing. */
    required: string;
    /** For failures that are none of the server's answers. */
    unknownFailure: string;
  };
  titleHint?: string | undefined;
  /** Fields above the title, and below the text. */
  head?: ReactNode;
  foot?: ReactNode;
  /** What the other fields hold, as the draft keeps it. */
  choices?: string;
  onRestoreChoices?: (choices: string) => void;
  /** Something besides the text would be lost. */
  isTouched?: boolean;
  /** Checks the other fields, which show what is wrong themselves; false stops the sending. */
  onCheck?: () => boolean;
  /** Answers the id of the post. */
  save: (writing: Writing) => Promise<number>;
  onSaved: (id: number) => void;
  onCancel: () => void;
};

/** Title and text with draft, leave warning and the checks of spec 5: boards and lecture rooms. */
export function WritingForm(props: WritingFormProps) {
  const { isNew, initial, texts, choices = '', onCheck, save, onSaved, onCancel } = props;
  const form = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const isDirty = useRef(false);
  const isSaved = useRef(false);
  const [title, setTitle] = useState(initial.title);
  const [problem, setProblem] = useState<'title' | 'content' | null>(null);
  const draft = useDraft({
    keys: props.draftKeys,
    initial: { ...initial, choices },
    onFull: () => toast.error(WRITING_TEXTS.draftFailed),
  });
  const isTouched = props.isTouched ?? false;
  useLeaveWarning(() => !isSaved.current && (isDirty.current || isTouched), WRITING_TEXTS.leave);

  const saving = useMutation({
    mutationFn: save,
    // What is on its way must not change under the hand: it could not be told from what was sent.
    onMutate: () => editor.current?.setEditable(false, false),
    onSettled: () => editor.current?.setEditable(true, false),
    onSuccess: (id) => {
      isSaved.current = true;
      draft.drop();
      toast.success(isNew ? WRITING_TEXTS.created : WRITING_TEXTS.updated);
      onSaved(id);
    },
    onError: (error) => {
      if (fieldErrorOf(error, 'title')) setProblem('title');
      const failed = isNew ? WRITING_TEXTS.createFailed : WRITING_TEXTS.updateFailed;
      const isKnown = error instanceof ApiError;
      toast.error(isKnown ? messageOf(error, failed) : texts.unknownFailure);
    },
  });

  const { keep } = draft;
  const newest = useRef({ title, choices });
  newest.current = { title, choices };
  const changed = (next: Partial<DraftContent>) => {
    isDirty.current = true;
    setProblem(null);
    const html = editor.current ? getEditorHtml(editor.current) : initial.html;
    keep({ ...newest.current, html, ...next });
  };
  useEffect(() => {
    // Another choice can mean another place for the draft: it moves along at once.
    if (!isDirty.current || editor.current === null) return;
    keep({ title: newest.current.title, html: getEditorHtml(editor.current), choices });
  }, [choices, keep]);

  function restore(content: DraftContent) {
    setTitle(content.title);
    if (editor.current) setEditorHtml(editor.current, content.html);
    if (content.choices !== '') props.onRestoreChoices?.(content.choices);
    isDirty.current = true;
    draft.dismiss();
    editor.current?.commands.focus('end');
  }

  function submit() {
    const current = editor.current;
    if (current === null || saving.isPending) return;
    const wrong = findProblem(title, current);
    setProblem(wrong);
    const areOthersFine = onCheck?.() ?? true;
    if (wrong !== null || !areOthersFine) {
      // After the fields have been marked: the first wrong one comes into view.
      requestAnimationFrame(() => {
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      });
      return;
    }
    if (countUploads(current) > 0) {
      toast.info(WRITING_TEXTS.uploading);
      return;
    }
    saving.mutate({ title, content: getEditorHtml(current), imageUrls: listImages(current) });
  }

  return (
    <div ref={form} className="grid grid-cols-[minmax(0,1fr)] gap-4">
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
        error={problem === 'title' ? titleProblem(title, texts.required) : null}
        counter={{ count: countGraphemes(title.trim()), max: LIMITS.titleMax }}
      >
        <TextInput
          value={title}
          onText={(text) => {
            setTitle(text);
            changed({ title: text });
          }}
          onSubmitText={() => editor.current?.commands.focus()}
          readOnly={saving.isPending}
          autoFocus={isNew}
          className="font-semibold"
        />
      </Field>
      <RichEditor
        label="내용"
        placeholder={WRITING_TEXTS.placeholder}
        initialHtml={initial.html}
        invalid={problem === 'content'}
        onReady={(ready) => {
          editor.current = ready;
        }}
        onChange={(current) => changed({ html: getEditorHtml(current) })}
      />
      {problem === 'content' && (
        <p role="alert" className="font-medium text-buoy text-sm">
          {texts.required}
        </p>
      )}
      {props.foot}
      <div className="flex items-center gap-2">
        <p className="mr-auto text-ink-3 text-sm" aria-live="polite">
          {draft.savedAt !== null && `${clockOf(draft.savedAt)} 임시 저장됨`}
        </p>
        <Button size="lg" onClick={onCancel}>
          취소
        </Button>
        <Button size="lg" variant="primary" pending={saving.isPending} onClick={submit}>
          {isNew ? '등록' : '수정'}
        </Button>
      </div>
    </div>
  );
}

function titleProblem(title: string, required: string): string {
  return title.trim() === '' ? required : TEXTS.titleLength;
}

/** What keeps the post from being sent; the server checks the same. */
function findProblem(title: string, editor: Editor): 'title' | 'content' | null {
  if (title.trim() === '' || countGraphemes(title.trim()) > LIMITS.titleMax) return 'title';
  return isEditorBlank(editor) ? 'content' : null;
}

/** `14:02` */
function clockOf(instant: number): string {
  return formatListDate(new Date(instant).toISOString()).slice(-5);
}
