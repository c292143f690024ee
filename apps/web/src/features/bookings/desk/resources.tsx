import type { EditedResource } from '@naru/contract/booking-desk';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, PencilLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { confirmDialog } from '../../../ui/ask.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConsoleIntro } from '../../../ui/console.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { summaryOf } from '../booking-words.ts';
import { editedQuery, useRemoveResource } from '../bookings.queries.ts';
import { ResourceDialog } from './resource-dialog.tsx';

const EMPTY = {
  icon: <CalendarX size={22} />,
  title: '아직 예약 자원이 없습니다.',
  text: '추가하면 회원의 예약 화면에 바로 보입니다.',
};

/** What can be booked, and by which rules. */
export function Resources() {
  const [edited, setEdited] = useState<{ resource?: EditedResource } | null>(null);
  const remove = useRemoveResource();
  const onRemove = async ({ id, name }: EditedResource) => {
    const title = '자원을 삭제할까요?';
    const question = { title, body: `‘${name}’`, confirmLabel: '삭제', danger: true };
    if (await confirmDialog(question)) remove.mutate(id);
  };
  return (
    <div className="grid gap-4">
      <ConsoleIntro text="세미나실, 서버, 사물함, 실습 키트를 같은 방법으로 빌려줍니다. 규칙을 바꿔도 이미 있는 예약은 그대로입니다.">
        <Button variant="primary" icon={<Plus size={16} />} onClick={() => setEdited({})}>
          자원 추가
        </Button>
      </ConsoleIntro>
      <LoadedList
        label="예약 자원"
        query={useQuery(editedQuery)}
        failed="예약 자원을 불러오지 못했습니다."
        empty={EMPTY}
      >
        {(resource) => (
          <div className="flex items-center gap-3 py-2 pr-2 pl-5 max-md:pl-4">
            <div className="grid min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2">
                <bdi className="font-semibold">{resource.name}</bdi>
                {!resource.isOpen && <Badge>숨김</Badge>}
              </span>
              <span className="text-ink-3 text-sm">
                {[`${resource.units.length}개`, summaryOf(resource)].filter(Boolean).join(' · ')}
              </span>
            </div>
            <IconButton
              label={`${resource.name} 수정`}
              tooltip={false}
              onClick={() => setEdited({ resource })}
            >
              <PencilLine size={18} />
            </IconButton>
            <IconButton
              label={`${resource.name} 삭제`}
              tooltip={false}
              disabled={remove.isPending}
              onClick={() => void onRemove(resource)}
            >
              <Trash2 size={18} />
            </IconButton>
          </div>
        )}
      </LoadedList>
      {edited && <ResourceDialog resource={edited.resource} onClose={() => setEdited(null)} />}
    </div>
  );
}
