import type { Source } from '@naru/contract/sources';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Plus, Rss } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';
import { useStart } from '../../lib/start.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConsoleIntro } from '../../ui/console.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AddSource } from './add-source.tsx';
import { SourceButtons, SourceDetailView, SourceState } from './source-detail-view.tsx';
import { EditSource } from './source-form.tsx';
import { sourcesQuery } from './sources.queries.ts';

/** What is open: the list, or one source; with a form in place of it. */
type View = { id?: number | undefined; isForm?: boolean };

const LIST: View = {};

/** The address holds what is open, so that Back leads to the list and a form asks before it closes. */
function useView() {
  const { id, action } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (next: View, how?: { ends: boolean }) =>
    void navigate({
      to: PATHS.admin,
      search: { menu: 'SOURCES', id: next.id, action: next.isForm ? 'edit' : undefined },
      // A saved form and a deleted source are no page to come back to, and nothing of them is lost.
      ...(how?.ends && { replace: true, ignoreBlocker: true }),
    });
  return { id, isForm: action === 'edit', show };
}

/** Console panel 수집: where notices, menus and dates come from by themselves, and how that goes. */
export function SourcesView() {
  const { id, isForm, show } = useView();
  useStart('add', () => show({ isForm: true }));
  if (isForm) {
    const form = {
      onDone: (saved: number) => show({ id: saved }, { ends: true }),
      onCancel: () => show({ id }),
    };
    return id === undefined ? <AddSource {...form} /> : <EditSource key={id} id={id} {...form} />;
  }
  if (id === undefined) return <SourceList onView={show} />;
  return (
    <div className="grid gap-3">
      <div>
        <Button size="sm" variant="ghost" icon={<ArrowLeft size={16} />} onClick={() => show(LIST)}>
          목록으로
        </Button>
      </div>
      <SourceDetailView
        key={id}
        id={id}
        onEdit={() => show({ id, isForm: true })}
        onClosed={() => show(LIST, { ends: true })}
      />
    </div>
  );
}

function SourceList({ onView }: { onView: (view: View) => void }) {
  const query = useQuery(sourcesQuery);
  const { data } = query;
  return (
    <div className="grid gap-4">
      <ConsoleIntro text="학교와 학과의 공지, 식단, 학사일정을 정한 간격으로 가져옵니다. 세 번 이어서 실패하면 운영진에게 알리고, 먼저 가져온 내용은 그대로 둡니다.">
        <Button
          variant="primary"
          icon={<Plus size={16} />}
          onClick={() => onView({ isForm: true })}
        >
          수집할 곳 추가
        </Button>
      </ConsoleIntro>
      <Card as="section" aria-label="수집" className="overflow-hidden">
        {!data && <LoadState query={query} failed="수집할 곳을 불러오지 못했습니다." rows={4} />}
        {data?.length === 0 && (
          <EmptyState
            icon={<Rss size={22} />}
            title="아직 수집할 곳이 없습니다."
            text="‘수집할 곳 추가’로 학과 게시판이나 식단표의 주소를 적어 주세요."
          />
        )}
        {data && data.length > 0 && (
          <ul aria-label="수집할 곳">
            {data.map((source) => (
              <li key={source.id} className="border-line border-t first:border-t-0">
                <SourceRow source={source} onOpen={() => onView({ id: source.id })} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}

function SourceRow({ source, onOpen }: { source: Source; onOpen: () => void }) {
  const { title, faultCount } = source;
  const details = faultCount > 0 ? `자세히, 빠짐 ${faultCount}` : '자세히';
  return (
    <article className="flex items-center gap-3 px-5 py-3.5 max-md:flex-wrap max-md:px-4">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <h2 className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </h2>
        <SourceState source={source} />
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
        <SourceButtons source={source} />
        <Button size="sm" aria-label={`${title} ${details}`} onClick={onOpen}>
          {details}
        </Button>
      </div>
    </article>
  );
}
