import { type Editor, useEditorState } from '@tiptap/react';
import { Trash2 } from 'lucide-react';
import { Field } from '../field.tsx';
import { IconButton } from '../icon-button.tsx';
import { TextInput } from '../text-input.tsx';

const ALT_MAX = 150;

/** Alt text of the selected image. */
export function ImageBar({ editor }: { editor: Editor }) {
  const image = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current.isActive('image')
        ? {
            src: String(current.getAttributes('image').src),
            alt: String(current.getAttributes('image').alt ?? ''),
          }
        : null,
  });
  if (image === null) return null;
  return (
    <div className="flex items-end gap-2 border-line border-t bg-deck px-4 py-3">
      <Field label="이미지 설명" className="flex-1">
        <TextInput
          key={image.src}
          value={image.alt}
          maxLength={ALT_MAX}
          placeholder="보지 못하는 사람을 위해 무엇이 담겼는지 적어 주세요."
          onText={(alt) => editor.commands.updateAttributes('image', { alt })}
        />
      </Field>
      <IconButton
        label="이미지 빼기"
        onClick={() => editor.chain().focus().deleteSelection().run()}
      >
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
