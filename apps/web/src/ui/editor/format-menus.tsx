import { TEXT_COLORS, type TextColor } from '@naru/contract/formats';
import { type Editor, useEditorState } from '@tiptap/react';
import {
  Baseline,
  Circle,
  type LucideIcon,
  Subscript,
  Superscript,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
} from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { cx } from '../cx.ts';
import { Menu, type MenuProps } from '../menu.tsx';

const ALIGNMENTS: { label: string; value: string; icon: LucideIcon }[] = [
  { label: '왼쪽 맞춤', value: 'left', icon: TextAlignStart },
  { label: '가운데 맞춤', value: 'center', icon: TextAlignCenter },
  { label: '오른쪽 맞춤', value: 'right', icon: TextAlignEnd },
];

/** Alignment of paragraphs and headings. */
export function AlignMenu({ editor }: { editor: Editor }) {
  const align = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      ALIGNMENTS.findIndex(({ value }) => current.isActive({ textAlign: value })),
  });
  const Icon = ALIGNMENTS[Math.max(0, align)]?.icon ?? TextAlignStart;
  return (
    <ToolbarMenu
      label="맞춤"
      trigger={<Icon size={18} />}
      triggerClassName={toolClass(align > 0)}
      items={ALIGNMENTS.map(({ label, value, icon: Item }) => ({
        label,
        icon: <Item size={18} />,
        onSelect: () => {
          const chain = editor.chain().focus();
          (value === 'left' ? chain.unsetTextAlign() : chain.setTextAlign(value)).run();
        },
      }))}
    />
  );
}

const SCRIPTS: { label: string; name: string; icon: LucideIcon }[] = [
  { label: '위 첨자', name: 'superscript', icon: Superscript },
  { label: '아래 첨자', name: 'subscript', icon: Subscript },
];

/** Super- and subscript of the selected text; the chosen one ends when it is chosen again. */
export function ScriptMenu({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => SCRIPTS.findIndex(({ name }) => current.isActive(name)),
  });
  const Icon = SCRIPTS[Math.max(0, active)]?.icon ?? Superscript;
  return (
    <ToolbarMenu
      label="첨자"
      trigger={<Icon size={18} />}
      triggerClassName={toolClass(active >= 0)}
      items={SCRIPTS.map(({ label, name, icon: Item }, index) => ({
        label: index === active ? `${label} 해제` : label,
        icon: <Item size={18} />,
        onSelect: () => editor.chain().focus().toggleMark(name).run(),
      }))}
    />
  );
}

const COLOR_LABELS: Record<TextColor, string> = {
  red: '빨강',
  yellow: '노랑',
  green: '초록',
  blue: '파랑',
  violet: '보라',
};

/** Colour of the selected text, from the palette. */
export function ColorMenu({ editor }: { editor: Editor }) {
  const isColored = useEditorState({
    editor,
    selector: ({ editor: current }) => current.isActive('textColor'),
  });
  const colors = TEXT_COLORS.map((color) => ({
    label: COLOR_LABELS[color],
    icon: <Swatch color={color} />,
    onSelect: () => editor.chain().focus().setMark('textColor', { color }).run(),
  }));
  return (
    <ToolbarMenu
      label="글자 색"
      trigger={<Baseline size={18} />}
      triggerClassName={toolClass(isColored)}
      items={[
        {
          label: '기본 색',
          icon: <Circle size={14} />,
          onSelect: () => editor.chain().focus().unsetMark('textColor').run(),
        },
        ...colors,
      ]}
    />
  );
}

function Swatch({ color }: { color: TextColor }) {
  return (
    <span className="prose-color grid" data-color={color}>
      <Circle size={14} fill="currentColor" />
    </span>
  );
}

/** Classes of a button in the toolbar of the editor. */
export function toolClass(pressed = false): string {
  return cx(
    'grid size-9 shrink-0 place-items-center rounded-md text-ink-2 transition-colors duration-100 hover:bg-hover hover:text-ink disabled:opacity-40 max-md:size-11',
    pressed && 'bg-sea-weak text-sea hover:bg-sea-weak hover:text-sea',
  );
}

/** A menu whose button the arrow keys of the toolbar reach. */
export function ToolbarMenu(props: MenuProps) {
  return (
    <Menu
      {...props}
      wrapTrigger={(trigger) => <Toolbar.Button asChild>{trigger}</Toolbar.Button>}
    />
  );
}
