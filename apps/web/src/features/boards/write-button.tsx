import type { Board } from '@naru/contract/boards';
import { hasRole } from '@naru/contract/roles';
import { Lock, PenLine } from 'lucide-react';
import { PATHS } from '../../app/paths.ts';
import { useMe } from '../../entities/member/me.ts';
import { alertDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { BOARD_TEXTS, writeDeniedReason } from './boards.texts.ts';

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
        {BOARD_TEXTS.write}
      </LinkButton>
    );
  }
  const explain = () =>
    alertDialog({ title: BOARD_TEXTS.writeDenied, body: writeDeniedReason(board) });
  return (
    <Button
      onClick={() => void explain()}
      icon={<Lock size={14} aria-hidden="true" />}
      className="text-ink-3"
      aria-haspopup="dialog"
    >
      {BOARD_TEXTS.write}
      <span className="sr-only">: {BOARD_TEXTS.writeDenied}</span>
    </Button>
  );
}
