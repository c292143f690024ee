import { cutGraphemes } from '@naru/contract/text';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  confirmFinalRemoval,
  REMOVAL_FAILED,
  removeComment,
  sayRemoved,
} from '../../entities/comments/comment-removal.ts';
import {
  accountKeys,
  commentKeys,
  lecturePostKeys,
  memberKeys,
  postKeys,
} from '../../entities/keys.ts';
import { alertFailure } from '../../ui/alert-failure.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ActivityRow, ActivitySection } from './activity.queries.ts';

const RemoveDialog = lazyPart(
  async () => (await import('../../entities/posts/remove-dialog.tsx')).RemoveDialog,
);

/** What lists or counts own posts and comments. */
const CHANGED = [
  accountKeys.allActivity,
  memberKeys.me,
  postKeys.all,
  lecturePostKeys.all,
  commentKeys.all,
];

/** Graphemes of a comment in the name of its button. */
const ABOUT_MAX = 40;

type RemoveOwnProps = {
  row: ActivityRow;
  section: ActivitySection;
  /** The row is gone: the focus needs another place. */
  onRemoved: () => void;
};

/** Deletes an own comment, or asks before it deletes an own post, without opening it. */
export function RemoveOwn({ section, ...props }: RemoveOwnProps) {
  return section === 'comments' ? <RemoveComment {...props} /> : <RemovePost {...props} />;
}

type RemoveProps = Omit<RemoveOwnProps, 'section'>;

function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of CHANGED) void client.invalidateQueries({ queryKey });
  };
}

function RemoveComment({ row, onRemoved }: RemoveProps) {
  const { id, postId = id, blinded, accepted } = row;
  const client = useQueryClient();
  const refresh = useRefresh();
  const isFinal = Boolean(blinded || accepted);
  /** Until the row is gone or taken back, so that a second press does nothing. */
  const isRemoved = useRef(false);
  const remove = async () => {
    if (isRemoved.current || (isFinal && !(await confirmFinalRemoval(row)))) return;
    isRemoved.current = true;
    try {
      await removeComment(id);
      const onCount = () => {
        isRemoved.current = false;
        refresh();
      };
      sayRemoved(client, { postId, onCount }, id, !isFinal);
      onRemoved();
      refresh();
    } catch (error) {
      isRemoved.current = false;
      void alertFailure(REMOVAL_FAILED, error);
    }
  };
  return (
    <RemoveButton
      label={`‘${cutGraphemes(row.content ?? '', ABOUT_MAX)}’ 댓글 삭제`}
      onClick={() => void remove()}
    />
  );
}

function RemovePost({ row, onRemoved }: RemoveProps) {
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefresh();
  return (
    <>
      <RemoveButton label={`‘${row.title}’ 글 삭제`} opensDialog onClick={() => setAsking(true)} />
      {isAsking && (
        <RemoveDialog
          postId={row.id}
          moderated={false}
          onClose={() => setAsking(false)}
          onRemoved={() => {
            // A dialog that is still there would take the focus back.
            flushSync(() => setAsking(false));
            onRemoved();
            refresh();
          }}
        />
      )}
    </>
  );
}

function RemoveButton(props: { label: string; opensDialog?: boolean; onClick: () => void }) {
  return (
    <span className="absolute top-1.5 right-1.5">
      <IconButton
        label={props.label}
        tooltip={false}
        aria-haspopup={props.opensDialog && 'dialog'}
        onClick={props.onClick}
        className="text-ink-3 hover:text-buoy"
      >
        <Trash2 size={17} />
      </IconButton>
    </span>
  );
}
