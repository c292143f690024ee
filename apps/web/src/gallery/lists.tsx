import { Inbox, Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CarouselButtons } from '../ui/carousel/carousel-buttons.tsx';
import { CarouselPages } from '../ui/carousel/carousel-pages.tsx';
import { useCarousel } from '../ui/carousel/use-carousel.ts';
import { ListFrame } from '../ui/list-frame.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Specimen, Specimens } from './specimen.tsx';

const LOOKS = ['pill', 'segmented', 'line'] as const;
const TABS = [
  { value: 'all', label: '전체' },
  { value: 'mine', label: '내 글' },
  { value: 'none', label: '준비 중', disabled: true },
] as const;
const FAILURE = { title: '글을 불러오지 못했습니다.', text: '잠시 후 다시 시도해 주세요.' };
const EMPTY = {
  icon: <Inbox size={22} aria-hidden="true" />,
  title: '아직 글이 없습니다.',
  text: '첫 글을 남겨 보세요.',
  action: (
    <Button variant="primary" icon={<Plus size={16} aria-hidden="true" />}>
      글쓰기
    </Button>
  ),
};
const page = (totalElements: number) => ({ currentPage: 0, totalPages: 2, totalElements });

type Frame = Pick<ComponentProps<typeof ListFrame>, 'failure' | 'page' | 'isStale'>;
const FRAMES: { name: string; frame: Frame }[] = [
  { name: '불러오는 중', frame: { failure: null, page: undefined, isStale: false } },
  { name: '실패', frame: { failure: FAILURE, page: undefined, isStale: false } },
  { name: '비어 있음', frame: { failure: null, page: page(0), isStale: false } },
  { name: '글 있음', frame: { failure: null, page: page(3), isStale: false } },
  { name: '앞 쪽을 보이며 실패', frame: { failure: FAILURE, page: page(3), isStale: true } },
];

export function Lists() {
  return (
    <Specimens title="목록">
      {LOOKS.map((look) => (
        <TabSpecimen key={look} look={look} />
      ))}
      <Paging />
      <div className="grid gap-4 md:grid-cols-2">
        {FRAMES.map(({ name, frame }) => (
          <Card key={name} as="section" aria-label={`목록, ${name}`} className="overflow-hidden">
            <ListFrame {...frame} label={name} empty={EMPTY} onRetry={noop} onPage={noop}>
              <ul>
                {['중간고사 범위', '과제 제출 방법', '교재 질문'].map((title) => (
                  <li key={title} className="flex h-12 items-center border-line border-t px-5">
                    {title}
                  </li>
                ))}
              </ul>
            </ListFrame>
          </Card>
        ))}
      </div>
      <Turning />
    </Specimens>
  );
}

const noop = () => undefined;

function TabSpecimen({ look }: { look: (typeof LOOKS)[number] }) {
  const [value, setValue] = useState<(typeof TABS)[number]['value']>('all');
  return (
    <Specimen name={`Tabs ${look}`}>
      <div className="w-full">
        <Tabs label={`글, ${look}`} look={look} items={TABS} value={value} onChange={setValue}>
          <p className="pt-2 text-ink-2">{value === 'all' ? '모든 글' : '내가 쓴 글'}</p>
        </Tabs>
      </div>
    </Specimen>
  );
}

function Paging() {
  const [at, setAt] = useState(4);
  return (
    <Specimen name="Pagination, Skeleton">
      <Pagination page={at} totalPages={12} onPage={setAt} />
      <Skeleton className="w-40" />
    </Specimen>
  );
}

function Turning() {
  const carousel = useCarousel({ pages: 3, autoMs: 60_000 });
  return (
    <Specimen name="Carousel">
      <div className="w-full">
        <CarouselButtons carousel={carousel} label="행사" />
        <CarouselPages
          carousel={carousel}
          label="행사"
          renderPage={(at) => <p className="rounded-card bg-deck p-8">{at + 1}번째 행사</p>}
        />
      </div>
    </Specimen>
  );
}
