import type { SourcePreview } from '@naru/contract/sources';
import { CircleAlert, Pin } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { FaultList } from './source-detail-view.tsx';

const CAFETERIAS = { student: '학생식당', staff: '교직원식당' };

type PreviewProps = { preview: SourcePreview; takesFocus?: boolean };

/** What a run would bring, before anything is stored. */
export function PreviewOfSource({ preview, takesFocus = true }: PreviewProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, [takesFocus]);
  const { error, total, articles, menus, dates, faults } = preview;
  const isEmpty = total === 0;
  // Only the first pages are read.
  const isBodyFound = articles.some(({ excerpt }) => excerpt !== '');
  const rest = total - articles.length - menus.length - dates.length;
  return (
    <Card
      as="section"
      ref={(element) => {
        box.current = element;
      }}
      tabIndex={-1}
      aria-label="미리 보기"
      className="scroll-mt-[calc(var(--header-h)+16px)] overflow-hidden outline-none"
    >
      <div className="grid gap-1 px-5 py-4 max-md:px-4">
        <h2 className="font-bold">미리 보기</h2>
        {error === null ? (
          <p className="text-ink-2 text-md">
            {isEmpty
              ? '가져올 것을 찾지 못했습니다. 읽는 방식을 확인해 주세요.'
              : `${total.toLocaleString('ko-KR')}건을 찾았습니다. 아직 아무것도 저장하지 않았습니다.`}
          </p>
        ) : (
          <p role="alert" className="flex items-start gap-1.5 font-medium text-buoy text-md">
            <CircleAlert size={16} className="mt-1 shrink-0" />
            {error}
          </p>
        )}
      </div>
      <List name="글">
        {articles.map((article) => (
          <Row key={article.sourceId}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold [overflow-wrap:anywhere]">
              {article.isPinned && (
                <Badge tone="gold">
                  <Pin size={12} />
                  고정
                </Badge>
              )}
              <bdi>{article.title}</bdi>
            </p>
            {(article.excerpt !== '' || !isBodyFound) && (
              <p className="line-clamp-2 text-ink-2 text-md">
                {article.excerpt || '본문을 찾지 못했습니다.'}
              </p>
            )}
            <p className="flex flex-wrap gap-x-2.5 text-ink-3 text-sm">
              {article.publishedAt ? <PublishedAt date={article.publishedAt} /> : '날짜 없음'}
              {article.attachments > 0 && <span>{filesText(article)}</span>}
              {article.copies !== undefined && <span>{copiesText(article.copies)}</span>}
              <span className="[overflow-wrap:anywhere]">{article.targetUrl}</span>
            </p>
          </Row>
        ))}
      </List>
      <List name="식단">
        {menus.map(({ date, cafeteria, state, dishes }) => (
          <Row key={`${date} ${cafeteria}`}>
            <p className="font-semibold">
              {date} {CAFETERIAS[cafeteria]} {state === 'CLOSED' && '휴무'}
            </p>
            <p className="text-ink-2 text-md [overflow-wrap:anywhere]">
              {Object.values(dishes).flat().join(', ')}
            </p>
          </Row>
        ))}
      </List>
      <List name="일정">
        {dates.map(({ title, startDate, endDate }) => (
          <Row key={`${startDate} ${title}`}>
            <p className="font-semibold [overflow-wrap:anywhere]">
              <bdi>{title}</bdi>
            </p>
            <p className="text-ink-3 text-sm">
              {startDate === endDate ? startDate : `${startDate} ~ ${endDate}`}
            </p>
          </Row>
        ))}
      </List>
      {rest > 0 && (
        <p className="border-line border-t px-5 py-3 text-ink-3 text-sm max-md:px-4">
          이 밖에 {rest.toLocaleString('ko-KR')}건이 더 있습니다.
        </p>
      )}
      <FaultList faults={faults} />
    </Card>
  );
}

const MIDNIGHT = 'T00:00:00+09:00';

/** Boards without times give midnight. */
function PublishedAt({ date }: { date: string }) {
  if (date.endsWith(MIDNIGHT)) return <time dateTime={date}>{date.slice(0, 10)}</time>;
  return <TimeText date={date} kind="list" />;
}

function filesText({ attachments, files = [] }: SourcePreview['articles'][number]): string {
  const names = files.join(', ');
  return `첨부 ${attachments}개${names === '' ? '' : `: ${names}`}`;
}

function copiesText({ pictures, files }: { pictures: number; files: number }): string {
  const parts = [pictures > 0 && `사진 ${pictures}장`, files > 0 && `파일 ${files}개`];
  const some = parts.filter((part) => part !== false);
  return some.length === 0 ? '복사할 것 없음' : `${some.join('과 ')} 복사`;
}

function List({ name, children }: { name: string; children: ReactNode[] }) {
  return children.length > 0 && <ul aria-label={`가져올 ${name}`}>{children}</ul>;
}

function Row({ children }: { children: ReactNode }) {
  return <li className="grid gap-1 border-line border-t px-5 py-3 max-md:px-4">{children}</li>;
}
