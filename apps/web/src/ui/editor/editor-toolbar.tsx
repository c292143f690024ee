import { LIMITS } from '@naru/contract/limits';
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import {
  AArrowDown,
  AArrowUp,
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
  Sigma,
  Strikethrough,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { Tooltip } from '../icon-button.tsx';
import { BASE_FONT_SIZE, clampFontSize } from './editor-schema.ts';
import { AlignMenu, ColorMenu, ScriptMenu, toolClass } from './format-menus.tsx';
import { TableMenu } from './table-menu.tsx';

type Toggle = {
  label: string;
  icon: LucideIcon;
  /** Node or mark of the schema, with the attributes it must have to count as on. */
  name: string;
  attributes?: object;
  run: (chain: ChainedCommands) => ChainedCommands;
};

const MARKS: Toggle[] = [
  { label: '굵게', icon: Bold, name: 'bold', run: (chain) => chain.toggleBold() },
  { label: '기울임', icon: Italic, name: 'italic', run: (chain) => chain.toggleItalic() },
  { label: '밑줄', icon: Underline, name: 'underline', run: (chain) => chain.toggleUnderline() },
  { label: '취소선', icon: Strikethrough, name: 'strike', run: (chain) => chain.toggleStrike() },
];

const heading = (label: string, icon: LucideIcon, level: 2 | 3): Toggle => ({
  label,
  icon,
  name: 'heading',
  attributes: { level },
  run: (chain) => chain.toggleHeading({ level }),
});

const BLOCKS: Toggle[] = [
  heading('큰 제목', Heading2, 2),
  heading('작은 제목', Heading3, 3),
  { label: '목록', icon: List, name: 'bulletList', run: (chain) => chain.toggleBulletList() },
  {
    label: '번호 목록',
    icon: ListOrdered,
    name: 'orderedList',
    run: (chain) => chain.toggleOrderedList(),
  },
  { label: '인용', icon: TextQuote, name: 'blockquote', run: (chain) => chain.toggleBlockquote() },
  { label: '코드', icon: Code, name: 'codeBlock', run: (chain) => chain.toggleCodeBlock() },
];

type EditorToolbarProps = { editor: Editor; onImage: () => void; onLink: () => void };

/** One tab stop with arrow keys inside; scrolls sideways on phones. */
export function EditorToolbar({ editor, onImage, onLink }: EditorToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: [...MARKS, ...BLOCKS]
        .filter(({ name, attributes }) => current.isActive(name, attributes))
        .map(({ label }) => label),
      isLink: current.isActive('link'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  });
  const toggle = ({ label, icon, run }: Toggle) => (
    <ToolbarButton
      key={label}
      label={label}
      icon={icon}
      pressed={state.active.includes(label)}
      onPress={() => run(editor.chain().focus()).run()}
    />
  );
  return (
    <Toolbar.Root
      aria-label="글 서식"
      className="sticky top-[calc(var(--header-h)+var(--writing-head,0px))] z-10 flex items-center gap-px border-line border-b editor-tools md:gap-0 px-1 py-1.5 [scrollbar-width:thin] max-md:overflow-x-auto md:flex-wrap"
    >
      <ToolbarButton label="링크" icon={Link2} pressed={state.isLink} onPress={onLink} />
      <ToolbarButton label="사진" icon={ImagePlus} onPress={onImage} />
      <ToolbarLine />
      <FontSizeControl editor={editor} />
      <ToolbarLine />
      {MARKS.map(toggle)}
      <ColorMenu editor={editor} />
      <ScriptMenu editor={editor} />
      <ToolbarLine />
      {BLOCKS.map(toggle)}
      <AlignMenu editor={editor} />
      <TableMenu editor={editor} />
      <ToolbarButton
        label="수식"
        icon={Sigma}
        onPress={() => editor.chain().focus().leaveImage().insertFormula('').run()}
      />
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

function sizeAt(editor: Editor): number {
  const size: unknown = editor.getAttributes('textStyle').fontSize;
  return typeof size === 'string' ? clampFontSize(Number.parseFloat(size)) : BASE_FONT_SIZE;
}

function setSize(editor: Editor, px: number): void {
  const size = clampFontSize(px);
  const chain = editor.chain().focus();
  if (size === BASE_FONT_SIZE) chain.unsetFontSize().run();
  else chain.setFontSize(`${size}px`).run();
}

/** Font size in steps of 1 px. */
function FontSizeControl({ editor }: { editor: Editor }) {
  const size = useEditorState({ editor, selector: ({ editor: current }) => sizeAt(current) });
  return (
    <fieldset aria-label="글자 크기" className="flex shrink-0 items-center">
      <ToolbarButton
        label="글자 작게"
        icon={AArrowDown}
        disabled={size <= LIMITS.fontSizeMin}
        onPress={() => setSize(editor, size - 1)}
      />
      <output className="min-w-8 text-center font-semibold text-ink-2 text-sm">{size}px</output>
      <ToolbarButton
        label="글자 크게"
        icon={AArrowUp}
        disabled={size >= LIMITS.fontSizeMax}
        onPress={() => setSize(editor, size + 1)}
      />
    </fieldset>
  );
}

type ToolbarButtonProps = {
  icon: LucideIcon;
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
};

/** Pressing it keeps the selection of the text. */
function ToolbarButton(props: ToolbarButtonProps) {
  const { icon: Icon, label, pressed, disabled, onPress } = props;
  return (
    <Tooltip text={label}>
      <Toolbar.Button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
        className={toolClass(pressed)}
      >
        <Icon size={18} />
      </Toolbar.Button>
    </Tooltip>
  );
}

function ToolbarLine() {
  return <Toolbar.Separator className="mx-px h-5 w-px shrink-0 self-center bg-line" />;
}
