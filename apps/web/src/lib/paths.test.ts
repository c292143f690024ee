import { isOwnPage } from '@naru/contract/own-pages';
import { expect, it } from 'vitest';
import { PATHS } from './paths.ts';

/** Pages that no link of the staff may lead to. */
const CLOSED = [
  'root',
  'objection',
  'report',
  'invitation',
  'digest',
  'login',
  'register',
  'provider',
  'edit',
  'oldBoard',
  'lectureWrite',
  'lectureEdit',
];
const INTERNAL = [
  'inquiry',
  'mypageHandled',
  'mypageHandledList',
  'admin',
  'health',
  'guide',
  'guidePage',
  'gallery',
  'galleryKit',
];

it.each(Object.entries(PATHS))(
  'a banner may lead to a page of everybody: %s [BANNER-57]',
  (name, path) => {
    const example = path
      .replace('$boardType', 'free')
      .replace(/\$(postId|lectureId|inquiryId)/g, '7');
    expect(isOwnPage(example)).toBe(![...CLOSED, ...INTERNAL].includes(name));
  },
);
