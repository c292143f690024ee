import { CODE_LANGUAGES } from '@naru/contract/formats';
import { type Editor, useEditorState } from '@tiptap/react';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from '../checkbox.tsx';
import { Field } from '../field.tsx';
import { IconButton } from '../icon-button.tsx';
import { Select } from '../select.tsx';
import { TextInput } from '../text-input.tsx';

const ALT_MAX = 150;
const LATEX_MAX = 2000;

type Selected =
  | { type: 'image'; at: number; src: string; alt: string }
  | { type: 'formula'; at: number; latex: string; isBlock: boolean }
  | { type: 'code'; language: string };

/** Position of the selected picture, or of one with an empty line behind it where the caret is, as after an upload. */
function findImage(editor: Editor): number | null {
  const { selection, doc } = editor.state;
  if (editor.isActive('image')) return selection.from;
  const { parent, depth } = selection.$from;
  if (depth === 0 || parent.content.size > 0) return null;
  const before = doc.resolve(selection.$from.before()).nodeBefore;
  return before?.type.name === 'image' ? selection.$from.before() - before.nodeSize : null;
}

function selectedIn(editor: Editor): Selected | null {
  const at = findImage(editor);
  if (at !== null) {
    const { src, alt } = editor.state.doc.nodeAt(at)?.attrs ?? {};
    return { type: 'image', at, src: String(src), alt: String(alt ?? '') };
  }
  if (editor.isActive('formula')) {
    const { latex, kind } = editor.getAttributes('formula');
    return {
      type: 'formula',
      at: editor.state.selection.from,
      latex: String(latex),
      isBlock: kind === 'block',
    };
  }
  if (!editor.isActive('codeBlock')) return null;
  return { type: 'code', language: String(editor.getAttributes('codeBlock').language ?? '') };
}

/** Settings of the selected picture, formula or code block, always in view below the text. */
export function SelectionBar({ editor }: { editor: Editor }) {
  const selected = useEditorState({
    editor,
    selector: ({ editor: current }) => selectedIn(current),
  });
  if (selected === null) return null;
  const remove = () => editor.chain().focus().deleteSelection().run();
  if (selected.type === 'image') {
    const select = () => editor.chain().setNodeSelection(selected.at);
    return (
      <Bar removeLabel="사진 빼기" onRemove={() => select().focus().deleteSelection().run()}>
        <Field label="사진 설명" className="flex-1">
          <TextInput
            key={selected.src}
            value={selected.alt}
            maxLength={ALT_MAX}
            placeholder="보지 못하는 사람을 위해 무엇이 담겼는지 적어 주세요."
            onText={(alt) => select().updateAttributes('image', { alt }).run()}
          />
        </Field>
      </Bar>
    );
  }
  if (selected.type === 'formula') {
    const { at } = selected;
    // An inline node whose attributes change is no longer selected.
    const change = (attributes: object) =>
      editor.chain().updateAttributes('formula', attributes).setNodeSelection(at).run();
    return (
      <Bar removeLabel="수식 빼기" onRemove={remove}>
        <Field label="수식(LaTeX)" className="min-w-0 flex-1">
          <TextInput
            key={at}
            value={selected.latex}
            maxLength={LATEX_MAX}
            placeholder="\frac{1}{n} \sum x_i"
            spellCheck={false}
            autoCapitalize="none"
            autoFocus={selected.latex === ''}
            onText={(latex) => change({ latex })}
            onSubmitText={() => editor.commands.focus(at + 1)}
          />
        </Field>
        <Checkbox
          label="한 줄로"
          checked={selected.isBlock}
          onChange={({ target }) => change({ kind: target.checked ? 'block' : 'inline' })}
        />
      </Bar>
    );
  }
  return (
    <Bar
      removeLabel="코드 빼기"
      onRemove={() => editor.chain().focus().deleteNode('codeBlock').run()}
    >
      <Field label="코드 언어">
        <Select
          value={selected.language}
          placeholder="일반 텍스트"
          options={LANGUAGE_OPTIONS}
          onChange={({ target }) =>
            editor.commands.updateAttributes('codeBlock', { language: target.value || null })
          }
        />
      </Field>
    </Bar>
  );
}

const LANGUAGE_OPTIONS = Object.entries(CODE_LANGUAGES).map(([value, label]) => ({ value, label }));

type BarProps = { removeLabel: string; onRemove: () => void; children: ReactNode };

function Bar({ removeLabel, onRemove, children }: BarProps) {
  return (
    <div className="sticky bottom-(--bottom) z-10 flex items-end gap-2 rounded-b-ctl border-line border-t bg-deck px-4 py-3">
      <div className="flex min-w-0 flex-1 items-end gap-3">{children}</div>
      <IconButton label={removeLabel} onClick={onRemove}>
        <Trash2 size={18} />
      </IconButton>
    </div>
  );
}
