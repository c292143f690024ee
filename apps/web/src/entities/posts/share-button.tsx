import { Link2 } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.ts';

/** `path`: of the post, without list parameters. */
export function ShareButton({ path }: { path: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.href).href);
      toast.success('링크를 복사했습니다.');
    } catch {
      // The clipboard needs HTTPS and permission.
      toast.error('링크를 복사하지 못했습니다. 주소창의 주소를 복사해 주세요.');
    }
  };
  return (
    <IconButton label="링크 복사" onClick={() => void copy()}>
      <Link2 size={18} />
    </IconButton>
  );
}
