import { Inbox, Plus } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CarouselButtons } from '../ui/carousel/carousel-buttons.tsx';
import { CarouselPages } from '../ui/carousel/carousel-pages.tsx';
import { useCarousel } from '../ui/carousel/use-carousel.ts';
import { Pagination } from '../ui/pagination.tsx';
import { QueryList } from '../ui/query-list.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Specimen, Specimens, WithState } from './marks.tsx';

const LOOKS = ['pill', 'segmented', 'line'] as const;
const TABS = [
  { value: 'all', label: '전체' },
  { value: 'mine', label: '내 글' },
  { value: 'none', label: '준비 중', disabled: true },
] as const;
type Tab = (typeof TABS)[number]['value'];

const error = new Error('');
const emptyPage = { currentPage: 0, totalPages: 2, totalElements: 0 };
const data = { page: { ...emptyPage, totalElements: 3 } };
const LOADING = {
  data: undefined,
  error: null,
  isPlaceholderData: false,
  refetch: () => undefined,
};
const QUERIES = {
  '불러오는 중': LOADING,
  실패: { ...LOADING, error },
  '비어 있음': { ...LOADING, data: { page: emptyPage } },
  '글 있음': { ...LOADING, data },
  '앞 쪽을 보이며 실패': { ...LOADING, error, data, isPlaceholderData: true },
};
const EMPTY = {
  icon: <Inbox size={22} />,
  title: '아직 글이 없습니다.',
  text: '첫 글을 남겨 보세요.',
  action: (
    <Button variant="primary" icon={<Plus size={16} />}>
      글쓰기
    </Button>
  ),
};
const TITLES = ['중간고사 범위', '과제 제출 방법', '교재 질문'];

export function Lists() {
  return (
    <Specimens title="목록">
      {LOOKS.map((look) => (
        <WithState<Tab> key={look} initial="all">
          {(tab, onTab) => (
            <div>
              <Tabs label={`글, ${look}`} look={look} items={TABS} value={tab} onChange={onTab}>
                <p className="pt-2 text-ink-2">{tab === 'all' ? '모든 글' : '내가 쓴 글'}</p>
              </Tabs>
            </div>
          )}
        </WithState>
      ))}
      <Specimen name="Pagination, Skeleton">
        <WithState initial={4}>
          {(at, onPage) => <Pagination page={at} totalPages={12} onPage={onPage} />}
        </WithState>
        <Skeleton className="w-40" />
      </Specimen>
      <div className="grid gap-4 md:grid-cols-2">
        {Object.entries(QUERIES).map(([name, query]) => (
          <Card key={name} as="section" aria-label={`목록, ${name}`} className="overflow-hidden">
            <QueryList<typeof data>
              label={name}
              query={query}
              failed="글을 불러오지 못했습니다."
              onPage={() => undefined}
              empty={EMPTY}
            >
              {() =>
                TITLES.map((title) => (
                  <p key={title} className="flex h-12 items-center border-line border-t px-5">
                    {title}
                  </p>
                ))
              }
            </QueryList>
          </Card>
        ))}
      </div>
      <Carousel />
    </Specimens>
  );
}

function Carousel() {
  const carousel = useCarousel({ pages: 3, autoMs: 60_000 });
  return (
    <div>
      <CarouselButtons carousel={carousel} label="행사" />
      <CarouselPages
        carousel={carousel}
        label="행사"
        renderPage={(at) => <p className="rounded-card bg-deck p-8">{at + 1}번째 행사</p>}
      />
    </div>
  );
}
