import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CalendarPlus, PencilLine } from 'lucide-react';
import { useHasRole } from '../../entities/member/me.ts';
import { resourcesQuery, useCalendarFile } from '../../features/bookings/bookings.queries.ts';
import { MyBookings } from '../../features/bookings/my-bookings.tsx';
import { ResourceList } from '../../features/bookings/resource-list.tsx';
import { ResourceView } from '../../features/bookings/resource-view.tsx';
import { PATHS } from '../../lib/paths.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';

/** Own bookings and what can be booked, or one resource. */
export function BookingsPage() {
  const { resourceId } = useParams({ strict: false });
  return resourceId === undefined ? <Overview /> : <OneResource id={Number(resourceId)} />;
}

function Overview() {
  const isStaff = useHasRole('MANAGER');
  const file = useCalendarFile();
  return (
    <Page title="예약" width="reading" className="grid content-start gap-4">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <PageHeading>예약</PageHeading>
        <div className="flex gap-2">
          <Button
            icon={<CalendarPlus size={16} />}
            pending={file.isPending}
            onClick={() => file.mutate()}
          >
            캘린더 파일
          </Button>
          {isStaff && (
            <LinkButton to={PATHS.admin} search={{ menu: 'BOOKINGS' }}>
              <PencilLine size={16} />
              예약 관리
            </LinkButton>
          )}
        </div>
      </div>
      <MyBookings />
      <ResourceList />
    </Page>
  );
}

function OneResource({ id }: { id: number }) {
  const { data } = useQuery(resourcesQuery);
  const name = data?.find((resource) => resource.id === id)?.name ?? '예약';
  return (
    <Page title={name} width="reading" className="grid content-start gap-4">
      <div>
        <BackLink to={PATHS.bookings}>예약</BackLink>
        <PageHeading>{name}</PageHeading>
      </div>
      <ResourceView key={id} id={id} />
    </Page>
  );
}
