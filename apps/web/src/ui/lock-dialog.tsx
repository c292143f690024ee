import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type LockDialogProps = {
  open: boolean;
  onClose: () => void;
  name: string;
  /** What the reader can do instead. */
  children?: ReactNode;
};

/** "Coming later" modal of a locked feature. */
export function LockDialog(props: LockDialogProps) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.name}
      size="sm"
      footer={
        <Button variant="primary" onClick={props.onClose}>
          확인
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-3 py-3 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-sea-weak text-sea">
          <Lock size={24} />
        </span>
        <p className="font-semibold">아직 준비 중인 기능입니다.</p>
        <p className="text-ink-3 text-md">준비를 마치는 대로 열어 드리겠습니다.</p>
        {props.children}
      </div>
    </Dialog>
  );
}
