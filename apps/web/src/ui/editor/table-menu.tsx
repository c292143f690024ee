import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { Table2 } from 'lucide-react';
import type { MenuItem } from '../menu.tsx';
import { ToolbarMenu, toolClass } from './format-menus.tsx';

type Action = {
  label: string;
  danger?: boolean;
  run: (chain: ChainedCommands) => ChainedCommands;
};

const ACTIONS: (Action | 'line')[] = [
  { label: '위에 행 추가', run: (chain) => chain.addRowBefore() },
  { label: '아래에 행 추가', run: (chain) => chain.addRowAfter() },
  { label: '왼쪽에 열 추가', run: (chain) => chain.addColumnBefore() },
  { label: '오른쪽에 열 추가', run: (chain) => chain.addColumnAfter() },
  'line',
  { label: '머리글 행 켜기/끄기', run: (chain) => chain.toggleHeaderRow() },
  { label: '칸 합치기/나누기', run: (chain) => chain.mergeOrSplit() },
  'line',
  { label: '행 삭제', danger: true, run: (chain) => chain.deleteRow() },
  { label: '열 삭제', danger: true, run: (chain) => chain.deleteColumn() },
  { label: '표 삭제', danger: true, run: (chain) => chain.deleteTable() },
];

/** Inserts a table; inside one, changes its rows, columns and cells. */
export function TableMenu({ editor }: { editor: Editor }) {
  const isInside = useEditorState({
    editor,
    selector: ({ editor: current }) => current.isActive('table'),
  });
  const actions: (Action | 'line')[] = isInside ? ACTIONS : SIZES;
  const items = actions.map((action): MenuItem | 'line' => {
    if (action === 'line') return action;
    const { label, danger = false, run } = action;
    return {
      label,
      danger,
      disabled: !run(editor.can().chain()).run(),
      onSelect: () => run(editor.chain().focus()).run(),
    };
  });
  return (
    <ToolbarMenu
      label="표"
      trigger={<Table2 size={18} />}
      triggerClassName={toolClass(isInside)}
      items={items}
    />
  );
}

const SIZES = [2, 3, 4, 5].map(
  (cols): Action => ({
    label: `${cols}열 표 넣기`,
    run: (chain) => chain.leaveImage().insertTable({ rows: 3, cols, withHeaderRow: true }),
  }),
);
