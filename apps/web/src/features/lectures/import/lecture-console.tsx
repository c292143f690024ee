import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp, Library } from 'lucide-react';
import { useState } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { usePageInAddress } from '../../../lib/place.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConsoleIntro } from '../../../ui/console.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { Pagination, useExistingPage } from '../../../ui/pagination.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { formatSchedules } from '../days.ts';
import { catalogQuery, termsQuery } from '../lectures.queries.ts';
import { LectureImportDialog } from './lecture-import-dialog.tsx';

const PAGE_SIZE = 20;

/** The lectures of the term that is planned, and the import of a whole term from a file. */
export function LectureConsole() {
  const terms = useQuery(termsQuery);
  const term = terms.data?.planned;
  const [imports, setImports] = useState(false);
  if (!term) {
    return (
      <Card className="overflow-hidden">
        <LoadState query={terms} failed="학기를 불러오지 못했습니다." rows={5} />
      </Card>
    );
  }
  return (
    <div className="grid gap-4">
      <ConsoleIntro text="한 학기의 강의를 파일로 한 번에 등록하거나 고칩니다. 저장하기 전에 무엇이 바뀌는지 보여 줍니다.">
        <Link
          to={PATHS.studyCatalog}
          className="inline-flex min-h-10 items-center gap-1.5 rounded-ctl px-3 font-semibold text-ink-2 text-md hover:bg-hover max-md:min-h-11"
        >
          <Library size={16} />
          강의실 둘러보기
        </Link>
        <Button variant="primary" icon={<FileUp size={16} />} onClick={() => setImports(true)}>
          CSV 가져오기
        </Button>
      </ConsoleIntro>
      <TermLectures year={term.year} semester={term.semester} />
      {imports && <LectureImportDialog term={term} onClose={() => setImports(false)} />}
    </div>
  );
}

function TermLectures({ year, semester }: { year: number; semester: 1 | 2 }) {
  const [page, setPage] = usePageInAddress();
  const query = useQuery(catalogQuery({ year, semester, grade: null, query: '' }));
  const { data } = query;
  const lectures = data?.lectures ?? [];
  const totalPages = Math.ceil(lectures.length / PAGE_SIZE);
  useExistingPage({ page, totalPages: data && totalPages, onPage: setPage });
  return (
    <Card as="section" aria-label={`${year}년 ${semester}학기 강의`} className="overflow-hidden">
      <h2 className="border-line border-b px-5 py-3.5 font-bold text-lg max-md:px-4">
        {year}년 {semester}학기{' '}
        {data && <span className="font-normal text-ink-3 text-md">{data.total}</span>}
      </h2>
      {!data && <LoadState query={query} failed="강의를 불러오지 못했습니다." rows={5} />}
      {data && lectures.length === 0 && (
        <EmptyState
          icon={<Library size={22} />}
          title="이 학기에는 아직 강의가 없습니다."
          text="CSV 파일로 한 번에 등록할 수 있습니다."
        />
      )}
      <ul aria-label="강의 목록">
        {lectures.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((lecture) => (
          <li key={lecture.id} className="border-line border-t first:border-t-0">
            <Link
              to={PATHS.lecture}
              params={{ lectureId: String(lecture.id) }}
              className="grid min-h-11 gap-0.5 px-5 py-2.5 hover:bg-hover focus-visible:outline-offset-[-2px] max-md:px-4"
            >
              <span className="truncate font-semibold">{lecture.title}</span>
              <span className="text-ink-3 text-sm">
                {[
                  `${lecture.grade}학년`,
                  lecture.professorName && `${lecture.professorName} 교수`,
                  formatSchedules(lecture.schedules),
                  lecture.room,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Pagination label="강의 페이지" page={page} totalPages={totalPages} onPage={setPage} />
    </Card>
  );
}
