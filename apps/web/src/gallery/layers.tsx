import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { alertDialog, confirmDialog } from '../ui/ask.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import { Tooltip } from '../ui/icon-button.tsx';
import { LockDialog } from '../ui/lock-dialog.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Panel, Popover } from '../ui/popover.tsx';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { Opener, Specimen, Specimens } from './marks.tsx';

const ITEMS: (MenuItem | 'line')[] = [
  {
    label: '주소 복사',
    icon: <Copy size={16} />,
    onSelect: () => toast.success('주소를 복사했습니다.'),
  },
  { label: '못 고름', disabled: true, onSelect: () => undefined },
  'line',
  {
    label: '삭제',
    danger: true,
    icon: <Trash2 size={16} />,
    onSelect: () => void askRemoval(),
  },
];

function askRemoval() {
  const body = '삭제한 글은 내가 다시 볼 수 없습니다.';
  return confirmDialog({ title: '글을 삭제할까요?', body, confirmLabel: '삭제', danger: true });
}

const LONG_TEXT = '긴 안내는 대화 상자 안에서 넘겨 봅니다.\n'.repeat(24);
const TOASTS = [
  ['success', '저장했습니다.'],
  ['error', '저장하지 못했습니다. 잠시 후 다시 시도해 주세요.'],
  ['info', '새 글이 있습니다.'],
] as const;

function longDialog(close: () => void) {
  return (
    <Dialog
      open
      title="긴 안내"
      onClose={close}
      footer={
        <DialogButtons confirmLabel="확인" onConfirm={close} onCancel={close} pending={false} />
      }
    >
      <p className="whitespace-pre-line">{LONG_TEXT}</p>
    </Dialog>
  );
}

function reasonDialog(onReason: (close: () => void) => Promise<void>) {
  return (close: () => void) => (
    <ReasonDialog
      title="이 글을 삭제할까요?"
      lead="글쓴이에게 사유가 전해집니다."
      quote="중고 노트북 팝니다"
      draft="gallery"
      label="사유"
      confirmLabel="삭제"
      danger
      failure={{ title: '삭제하지 못했습니다.' }}
      onReason={() => onReason(close)}
      onClose={close}
    />
  );
}

const DIALOGS: Record<string, (close: () => void) => ReactNode> = {
  '대화 상자': longDialog,
  '준비 중': (close) => <LockDialog open onClose={close} name="스터디룸" />,
  사유: reasonDialog(async (close) => close()),
  // Never resolves: stays pending after a submission.
  '처리 중': reasonDialog(() => new Promise(() => undefined)),
};

export function Layers() {
  return (
    <Specimens title="떠 있는 것">
      <Specimen name="Menu, Popover, Panel, Tooltip">
        <Menu
          label="글 메뉴"
          trigger={<Ellipsis size={18} />}
          triggerClassName={buttonClass({})}
          items={ITEMS}
        />
        <Opener name="팝오버">
          {(onClose, anchor) => (
            <Popover title="팝오버" {...{ anchor, onClose }} className="w-80 rounded-ctl pb-4">
              <p className="px-5">Esc나 바깥을 누르면 닫힙니다.</p>
            </Popover>
          )}
        </Opener>
        <Opener name="패널">
          {(onClose, anchor) => (
            <Panel title="패널" {...{ anchor, onClose }}>
              <p className="px-5">휴대전화에서는 아래에서 올라옵니다.</p>
            </Panel>
          )}
        </Opener>
        <Tooltip text="짧은 도움말">
          <Button>도움말</Button>
        </Tooltip>
      </Specimen>
      <Specimen name="Dialog">
        {Object.entries(DIALOGS).map(([name, dialog]) => (
          <Opener key={name} name={name}>
            {dialog}
          </Opener>
        ))}
      </Specimen>
      <Specimen name="confirmDialog, alertDialog, toast">
        <Button onClick={() => void askRemoval()}>확인 묻기</Button>
        <Button onClick={() => void alertDialog({ title: '알림', body: '지웠습니다.' })}>
          알리기
        </Button>
        {TOASTS.map(([kind, text]) => (
          <Button key={kind} onClick={() => toast[kind](text)}>
            토스트 {kind}
          </Button>
        ))}
      </Specimen>
    </Specimens>
  );
}
