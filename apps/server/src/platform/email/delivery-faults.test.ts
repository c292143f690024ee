import { expect, it } from 'vitest';
import { asDeliveryError } from './delivery-faults.ts';

/** A reply to the address, or to the text. */
const judge = (response: string, command = 'RCPT TO') =>
  asDeliveryError(
    Object.assign(new Error(response), {
      ...{ response, command, responseCode: Number(response.slice(0, 3)) },
    }),
  );

it.each([
  ['Postfix', '550 5.1.1 <a@b.kr>: Recipient address rejected: User unknown in virtual table'],
  ['Postfix without status', '550 <a@b.kr>: Recipient address rejected: User unknown in table'],
  ['Postfix of another host', '551 <a@b.kr>: try another server'],
  ['Exim', '550 Unrouteable address'],
  ['Exim with an alias', '550 unknown user'],
  ['qmail', '553 sorry, no mailbox is here under that name (#5.1.1)'],
  ['Exchange', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup'],
  ['Exchange with its directory', '550 5.4.1 Recipient address rejected: Access denied. [AS1]'],
  [
    'Gmail',
    '550-5.1.1 The account that you wrote to does not exist. Please look for typing errors',
  ],
  ['Gmail, inactive', '550 5.2.1 The account that you wrote to is inactive.'],
  ['Naver', '550 5.1.1 No such user <a@naver.com> - nsmtp'],
  ['Daum', '550 5.1.1 <a@hanmail.net>: user unknown'],
  ['Daum without status', '550 no such user here'],
  ['a server that takes no Hangul', '553 5.6.7 SMTPUTF8 is not supported'],
  ['a domain without e-mail', '556 Domain takes no mail'],
])('a reply of %s gives an address up: %s [MAIL-01, MAIL-13]', (_, response) => {
  expect(judge(response).fault).toBe('refused');
});

it.each([
  ['550 Access denied'],
  ['550 Rejected'],
  ['550 Invalid HELO name'],
  ['550 no PTR record for your address'],
  ['550 Administrative prohibition'],
  ['550 Verification failed for <no-reply@naru.localhost>'],
  ['550 Sender verify failed'],
  ['550 Requested action not taken: mailbox unavailable. Invalid DNS MX record'],
  ['550 mailbox unavailable: 192.0.2.1 is on a blacklist'],
  ['550 5.5.0 mailbox unavailable, client host has no reverse name'],
  ['550 SC-001 mail refused for reasons of reputation'],
  ['550 5.7.1 Service unavailable, client host blocked using a list'],
  ['550-5.7.26 This mail has been blocked because the sender is unauthenticated.'],
  ['550 5.7.1 relaying denied'],
  ['553 5.1.8 domain of sender address does not exist'],
  ['553 sorry, that domain is not in my list of rcpthosts (#5.7.1)'],
  ['554 5.7.1 [Daum] blocked by policy, IP in RBL'],
  ['554 IP=192.0.2.1 - ask the postmaster'],
  ['552 message larger than allowed'],
  ['451 4.7.1 Greylisting in action, come back later'],
])('the reply %s gives up no address [MAIL-13]', (response) => {
  expect(judge(response).fault).toBe('unclear');
});

it('an unknown reply to the text gives up no address [MAIL-13]', () => {
  expect(judge('556 no', 'DATA').fault).toBe('unclear');
  expect(judge('550 no such user', 'DATA').fault).toBe('refused');
});

it('of a long reply only the beginning is judged and logged, without addresses [MAIL-17]', () => {
  const error = judge(
    `550 5.1.1 <hong@example.ac.kr>, see bora@example.com ${'user '.repeat(200_000)}`,
  );
  expect(error.fault).toBe('refused');
  expect(error.message.length).toBeLessThan(600);
  expect(error.message).not.toMatch(/hong@|bora@/);
  expect(error.cause).toBeUndefined();
});
