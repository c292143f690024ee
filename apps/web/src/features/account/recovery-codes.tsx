import { Copy, Download } from 'lucide-react';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';

type RecoveryCodesProps = { codes: readonly string[]; onClose: () => void };

/** Only its button closes it: a press outside does not mean that the codes are saved. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { data: site } = useSiteConfig();
  const text = codes.join('\n');
  const copy = () =>
    copyText(text, {
      done: '복구 코드를 복사했습니다.',
      failed: '복사하지 못했습니다. 코드를 직접 골라 복사하거나 내려받아 주세요.',
    });
  const save = () => {
    const lines = [`${site?.siteName ?? ''} 복구 코드 (한 번씩만 쓸 수 있습니다)`, '', text, ''];
    saveFile(new Blob([lines.join('\n')], { type: 'text/plain' }), 'naru-recovery-codes.txt');
  };
  return (
    <Dialog
      open
      title="복구 코드를 보관해 주세요"
      dismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          보관했습니다
        </Button>
      }
    >
      <p className="mb-4 text-ink-2">
        휴대전화를 잃어버렸을 때 인증 코드 대신 씁니다. 각각 한 번만 쓸 수 있고,{' '}
        <strong className="text-ink">지금 한 번만</strong> 보입니다.
      </p>
      <ul
        aria-label="복구 코드"
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-ctl bg-deck px-4 py-3.5 text-center font-mono font-semibold text-md tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button data-autofocus icon={<Copy size={16} />} onClick={() => void copy()}>
          복사
        </Button>
        <Button icon={<Download size={16} />} onClick={save}>
          내려받기
        </Button>
      </div>
    </Dialog>
  );
}
