import { hasRole } from '@naru/contract/roles';
import { Lock, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useMe } from '../../../entities/member/me.ts';
import { alertDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';

const ItemDialog = lazy(async () => ({ default: (await import('./item-dialog.tsx')).ItemDialog }));

/** Opens the dialog for a new item; members below STUDENT see why they may not. */
export function RegisterButton() {
  const { data: me } = useMe();
  const [open, setOpen] = useState(false);
  if (me === undefined) return null;
  if (!hasRole(me.roles, 'STUDENT')) {
    return (
      <Button
        aria-haspopup="dialog"
        icon={<Lock size={14} aria-hidden="true" />}
        className="text-ink-3"
        onClick={() =>
          void alertDialog({ title: '물품 등록', body: '물품 등록은 학생 이상만 가능합니다.' })
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
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        물품 등록
      </Button>
      <ErrorBoundary fallback={null} resetKeys={[open]}>
        <Suspense>{open && <ItemDialog onClose={() => setOpen(false)} />}</Suspense>
      </ErrorBoundary>
    </>
  );
}
