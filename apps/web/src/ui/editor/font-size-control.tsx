import { LIMITS } from '@naru/contract/limits';
import { type Editor, useEditorState } from '@tiptap/react';
import { AArrowDown, AArrowUp } from 'lucide-react';
import { BASE_FONT_SIZE, clampFontSize } from './editor-schema.ts';
import { ToolbarButton } from './toolbar-button.tsx';

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
export function FontSizeControl({ editor }: { editor: Editor }) {
  const size = useEditorState({ editor, selector: ({ editor: current }) => sizeAt(current) });
  return (
    <fieldset aria-label="글자 크기" className="flex shrink-0 items-center">
      <ToolbarButton
        label="글자 작게"
        icon={AArrowDown}
        disabled={size <= LIMITS.fontSizeMin}
        onPress={() => setSize(editor, size - 1)}
      />
      <output className="min-w-11 text-center font-semibold text-ink-2 text-sm">{size}px</output>
      <ToolbarButton
        label="글자 크게"
        icon={AArrowUp}
        disabled={size >= LIMITS.fontSizeMax}
        onPress={() => setSize(editor, size + 1)}
      />
    </fieldset>
  );
}
