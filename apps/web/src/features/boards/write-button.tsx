import type { Board } from '@naru/contract/boards';
import { hasRole } from '@naru/contract/roles';
import { Lock, PenLine } from 'lucide-react';
import { PATHS } from '../../app/paths.ts';
import { useMe } from '../../entities/member/me.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { writeDeniedReason } from './boards.texts.ts';

const DENIED = '글쓰기 권한이 없습니다.';

/** Renders nothing on computed lists and on item boards, which do not use the post editor. */
export function WriteButton({ board }: { board: Board }) {
  const { data: me } = useMe();
  if (!board.writeRole || board.form === 'item' || !me) return null;
  if (hasRole(me.roles, board.writeRole)) {
    return (
      <LinkButton
        to={PATHS.write}
        params={{ boardType: board.slug }}
        variant="primary"
        icon={<PenLine size={16} aria-hidden="true" />}
      >
        글쓰기
      </LinkButton>
    );
  }
  const explain = () => alertDialog({ title: DENIED, body: writeDeniedReason(board) });
  return (
    <Button
      onClick={() => void explain()}
      icon={<Lock size={14} aria-hidden="true" />}
      className="text-ink-3"
      aria-haspopup="dialog"
    >
      글쓰기
      <span className="sr-only">: {DENIED}</span>
    </Button>
  );
}
