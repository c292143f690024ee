import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { alertDialog, confirmDialog } from '../ui/ask.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import { LockDialog } from '../ui/lock-dialog.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Panel } from '../ui/panel.tsx';
import { Popover } from '../ui/popover.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { Specimen, Specimens } from './specimen.tsx';

const ITEMS: (MenuItem | 'line')[] = [
  {
    label: '주소 복사',
    icon: <Copy size={16} aria-hidden="true" />,
    onSelect: () => toast.success('주소를 복사했습니다.'),
  },
  { label: '못 고름', disabled: true, onSelect: () => undefined },
  'line',
  {
    label: '삭제',
    danger: true,
    icon: <Trash2 size={16} aria-hidden="true" />,
    onSelect: () => void askRemoval(),
  },
];

function askRemoval() {
  const body = '삭제한 글은 되돌릴 수 없습니다.';
  return confirmDialog({ title: '글을 삭제할까요?', body, confirmLabel: '삭제', danger: true });
}

const LONG = Array.from({ length: 24 }, (_, at) => `${at + 1}번째 줄입니다.`);
const TOASTS = [
  ['success', '저장했습니다.'],
  ['error', '저장하지 못했습니다. 잠시 후 다시 시도해 주세요.'],
  ['info', '새 글이 있습니다.'],
] as const;

/** Never resolves: shows the pending dialog. */
const FOREVER = new Promise<void>(() => undefined);

type Layer = 'dialog' | 'sheet' | 'drawer' | 'lock' | 'reason' | 'pending' | 'popover' | 'panel';

const DIALOGS: { layer: Layer; name: string }[] = [
  { layer: 'dialog', name: '대화 상자' },
  { layer: 'sheet', name: '시트' },
  { layer: 'drawer', name: '서랍' },
  { layer: 'lock', name: '준비 중' },
  { layer: 'reason', name: '사유' },
  { layer: 'pending', name: '처리 중' },
];

export function Layers() {
  const [layer, setLayer] = useState<Layer | null>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const close = () => setLayer(null);
  const openButton = (one: Layer, name: string) => (
    <Button key={one} onClick={() => setLayer(one)}>
      {name} 열기
    </Button>
  );
  return (
    <Specimens title="떠 있는 것">
      <Specimen name="Menu, Popover, Panel, Tooltip">
        <Menu
          label="글 메뉴"
          trigger={<Ellipsis size={18} aria-hidden="true" />}
          triggerClassName={buttonClass({})}
          items={ITEMS}
        />
        <Button ref={anchor} onClick={() => setLayer('popover')}>
          팝오버 열기
        </Button>
        {openButton('panel', '패널')}
        <Tooltip text="짧은 도움말">
          <Button>도움말</Button>
        </Tooltip>
      </Specimen>
      <Specimen name="Dialog">
        {DIALOGS.map(({ layer: one, name }) => openButton(one, name))}
      </Specimen>
      <Specimen name="confirmDialog, alertDialog">
        <Button onClick={() => void askRemoval()}>확인 묻기</Button>
        <Button onClick={() => void alertDialog({ title: '알림', body: '지웠습니다.' })}>
          알리기
        </Button>
      </Specimen>
      <Specimen name="toast">
        {TOASTS.map(([kind, text]) => (
          <Button key={kind} onClick={() => toast[kind](text)}>
            토스트 {kind}
          </Button>
        ))}
      </Specimen>
      {layer === 'popover' && (
        <Popover title="팝오버" anchor={anchor} onClose={close} className="w-80 rounded-ctl pb-4">
          <p className="px-5">Esc나 바깥을 누르면 닫힙니다.</p>
        </Popover>
      )}
      {layer === 'panel' && (
        <Panel title="패널" anchor={anchor} onClose={close}>
          <p className="px-5">휴대전화에서는 아래에서 올라옵니다.</p>
        </Panel>
      )}
      {(layer === 'dialog' || layer === 'sheet' || layer === 'drawer') && (
        <Dialog
          open
          shape={layer}
          title="긴 안내"
          onClose={close}
          footer={
            <DialogButtons confirmLabel="확인" onConfirm={close} onCancel={close} pending={false} />
          }
        >
          <ul>
            {LONG.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Dialog>
      )}
      <LockDialog open={layer === 'lock'} onClose={close} name="스터디룸" />
      {(layer === 'reason' || layer === 'pending') && (
        <ReasonDialog
          title="이 글을 삭제할까요?"
          lead="글쓴이에게 사유가 전해집니다."
          quote="중고 노트북 팝니다"
          label="사유"
          confirmLabel="삭제"
          danger
          failure={{ title: '삭제하지 못했습니다.' }}
          onReason={() => (layer === 'pending' ? FOREVER : Promise.resolve(close()))}
          onClose={close}
        />
      )}
    </Specimens>
  );
}
