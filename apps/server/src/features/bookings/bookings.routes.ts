import { bookingDeskRoutes } from '@naru/contract/booking-desk';
import { bookingRoutes } from '@naru/contract/bookings';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { BookingsService } from './bookings.service.ts';

const SAVED = {
  BOOKED: '예약했습니다.',
  REQUESTED: '예약을 신청했습니다. 승인되면 알려 드립니다.',
  ENTERED: '추첨에 신청했습니다. 결과를 알려 드립니다.',
  WAITING: '대기자 명단에 올렸습니다. 자리가 나면 알려 드립니다.',
} as const;

export function bookingsFeature(
  app: FastifyInstance,
  { bookings }: { bookings: BookingsService },
): void {
  mountRoutes(app, bookingRoutes, {
    resources: async () => ({ resources: await bookings.listResources() }),
    detail: ({ actor, params, query }) => bookings.getDetail(actor, params.id, query.from),
    draw: ({ actor, params }) => bookings.getDraw(actor, params.id),
    mine: ({ actor }) => bookings.listMine(actor),
    file: async ({ actor, reply }) => {
      await reply
        .type('text/calendar; charset=utf-8')
        .header(
          'content-disposition',
          contentDisposition('내 예약.ics', { fallback: 'bookings.ics' }),
        )
        .header('cache-control', 'private, no-store')
        .send(await bookings.writeFile(actor));
    },
    create: async ({ actor, body }) => {
      const booking = await bookings.create(actor, body);
      const message = SAVED[booking.state as keyof typeof SAVED] ?? SAVED.BOOKED;
      return { message, booking };
    },
    checkIn: async ({ actor, params }) => ({
      message: '체크인했습니다.',
      booking: await bookings.checkIn(actor, params.id),
    }),
    accept: async ({ actor, params }) => {
      const booking = await bookings.accept(actor, params.id);
      return { message: SAVED[booking.state === 'REQUESTED' ? 'REQUESTED' : 'BOOKED'], booking };
    },
    cancel: async ({ actor, params }) => {
      const booking = await bookings.cancel(actor, params.id);
      const isEnded = booking.state === 'BOOKED';
      return { message: isEnded ? '이용을 마쳤습니다.' : '예약을 취소했습니다.', booking };
    },
    restore: async ({ actor, params }) => ({
      message: '예약을 되돌렸습니다.',
      booking: await bookings.restore(actor, params.id),
    }),
  });
  const { desk } = bookings;
  mountRoutes(app, bookingDeskRoutes, {
    resources: async () => ({ resources: await desk.listEdited() }),
    create: ({ actor, body }) => desk.createResource(actor, body),
    update: ({ actor, params, body }) => desk.updateResource(actor, params.id, body),
    remove: async ({ actor, params }) => {
      await desk.removeResource(actor, params.id);
      return { message: '자원을 삭제했습니다.' };
    },
    week: async ({ params, query }) => ({
      bookings: await desk.listWeek(params.id, query.from),
    }),
    requests: async () => ({ bookings: await desk.listRequests() }),
    decide: async ({ actor, params, body }) => {
      await desk.decide(actor, params.id, body);
      return { message: body.isApproved ? '예약을 승인했습니다.' : '예약을 거절했습니다.' };
    },
    cancel: async ({ actor, params, body }) => {
      await desk.cancel(actor, params.id, body.reason);
      return { message: '예약을 취소하고 회원에게 알렸습니다.' };
    },
    closures: async () => ({ closures: await desk.listClosures() }),
    close: ({ actor, body }) => desk.close(actor, body),
    reopen: async ({ actor, params }) => {
      await desk.reopen(actor, params.id);
      return { message: '쉬는 날을 삭제했습니다.' };
    },
    usage: async ({ query }) => ({ resources: await desk.listUsage(query) }),
  });
}
