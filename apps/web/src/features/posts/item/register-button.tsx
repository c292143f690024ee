import { hasRole } from '@naru/contract/roles';
import { Lock, Plus } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../entities/member/me.ts';
import { useExplainStudentsOnly } from '../../../entities/member/way-to-student.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyItemDialog } from './lazy-item-dialog.tsx';

/** Opens the dialog for a new item; members below STUDENT see why they may not. */
export function RegisterButton() {
  const { data: me } = useMe();
  const [open, setOpen] = useState(false);
  const explainStudentsOnly = useExplainStudentsOnly();
  if (me === undefined) return null;
  if (!hasRole(me.roles, 'STUDENT')) {
    return (
      <Button
        aria-haspopup="dialog"
        icon={<Lock size={14} />}
        className="text-ink-3 max-md:px-3"
        data-key-write=""
        onClick={() =>
          void explainStudentsOnly('물품 등록', '학생 인증을 받으면 물품을 등록할 수 있습니다.')
        }
      >
        물품 등록
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="primary"
        aria-haspopup="dialog"
        icon={<Plus size={16} />}
        className="max-md:px-3"
        data-key-write=""
        onClick={() => setOpen(true)}
      >
        물품 등록
      </Button>
      {open && <LazyItemDialog onClose={() => setOpen(false)} />}
    </>
  );
}
