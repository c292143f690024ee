import { Link2 } from 'lucide-react';
import { POST_TEXTS } from '../../features/posts/posts.texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.ts';

type ShareButtonProps = {
  /** The path of the page, without the reader's place in a list. */
  path: string;
};

/** Copies the address of the post. */
export function ShareButton({ path }: ShareButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, window.location.href).href);
      toast.success(POST_TEXTS.linkCopied);
    } catch {
      // Without HTTPS, or when the browser was told not to, there is no clipboard.
      toast.error(POST_TEXTS.linkNotCopied);
    }
  };
  return (
    <IconButton label="링크 복사" onClick={() => void copy()}>
      <Link2 size={18} aria-hidden="true" />
    </IconButton>
  );
}
