import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Strikethrough,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { FontSizeControl } from './font-size-control.tsx';
import { ToolbarButton, ToolbarLine } from './toolbar-button.tsx';

type Toggle = {
  label: string;
  icon: LucideIcon;
  isOn: (editor: Editor) => boolean;
  press: (editor: Editor) => void;
};

const MARKS: Toggle[] = [
  {
    label: '굵게',
    icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    press: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: '기울임',
    icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    press: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: '밑줄',
    icon: Underline,
    isOn: (editor) => editor.isActive('underline'),
    press: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    label: '취소선',
    icon: Strikethrough,
    isOn: (editor) => editor.isActive('strike'),
    press: (editor) => editor.chain().focus().toggleStrike().run(),
  },
];

const BLOCKS: Toggle[] = [
  {
    label: '큰 제목',
    icon: Heading2,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    press: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: '작은 제목',
    icon: Heading3,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    press: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: '목록',
    icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: '번호 목록',
    icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: '인용',
    icon: TextQuote,
    isOn: (editor) => editor.isActive('blockquote'),
    press: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: '코드',
    icon: Code,
    isOn: (editor) => editor.isActive('codeBlock'),
    press: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
];

type EditorToolbarProps = { editor: Editor; onImage: () => void; onLink: () => void };

/** One tab stop with arrow keys inside; scrolls sideways on phones. */
export function EditorToolbar({ editor, onImage, onLink }: EditorToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      marks: MARKS.map((toggle) => toggle.isOn(current)),
      blocks: BLOCKS.map((toggle) => toggle.isOn(current)),
      isLink: current.isActive('link'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  });
  const toggles = (list: Toggle[], on: boolean[]) =>
    list.map(({ label, icon, press }, index) => (
      <ToolbarButton
        key={label}
        label={label}
        icon={icon}
        pressed={on[index] ?? false}
        onPress={() => press(editor)}
      />
    ));
  return (
    <Toolbar.Root
      aria-label="글 서식"
      className="sticky top-[var(--header-h)] z-10 flex items-center gap-0.5 overflow-x-auto border-line border-b bg-paper px-3 py-1.5 [scrollbar-width:thin]"
    >
      <ToolbarButton label="링크" icon={Link2} pressed={state.isLink} onPress={onLink} />
      <ToolbarButton label="이미지" icon={ImagePlus} onPress={onImage} />
      <ToolbarLine />
      <FontSizeControl editor={editor} />
      <ToolbarLine />
      {toggles(MARKS, state.marks)}
      <ToolbarLine />
      {toggles(BLOCKS, state.blocks)}
      <ToolbarLine />
      <ToolbarButton
        label="되돌리기"
        icon={Undo2}
        disabled={!state.canUndo}
        onPress={() => editor.chain().focus().undo().run()}
      />
      <ToolbarButton
        label="다시 하기"
        icon={Redo2}
        disabled={!state.canRedo}
        onPress={() => editor.chain().focus().redo().run()}
      />
    </Toolbar.Root>
  );
}
