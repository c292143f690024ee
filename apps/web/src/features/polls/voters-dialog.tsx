import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { votersQuery } from './polls.queries.ts';

type VotersDialogProps = { postId: number; option: number; text: string; onClose: () => void };

/** Who chose an option of an open poll. */
export function VotersDialog({ postId, option, text, onClose }: VotersDialogProps) {
  const [page, setPage] = useState(0);
  const query = useQuery(votersQuery(postId, option, page));
  const { data } = query;
  return (
    <Dialog open size="sm" title={`‘${text}’ 고른 사람`} onClose={onClose}>
      {data ? (
        <>
          <ul aria-label="고른 사람">
            {data.voters.map(({ id, nickname }) => (
              <li key={id} className="border-line border-t py-2.5 text-md first:border-t-0">
                <bdi>{nickname}</bdi>
              </li>
            ))}
          </ul>
          <Pagination
            label="고른 사람 페이지 이동"
            page={data.currentPage}
            totalPages={data.totalPages}
            onPage={setPage}
          />
        </>
      ) : (
        <LoadState query={query} failed="고른 사람을 불러오지 못했습니다." rows={4} />
      )}
    </Dialog>
  );
}
