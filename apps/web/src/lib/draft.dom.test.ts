import { afterEach, describe, expect, it, vi } from 'vitest';
import { logInForTest } from '../testing/fake-session.ts';
import { type DraftKey, loadDraft, removeDraft, saveDraft } from './draft.ts';
import { clearMemberStorage, clearStorageOfOthers } from './member-storage.ts';
import { removeOldWriting } from './stored-writing.ts';

const KEY: DraftKey = { memberId: 1, boardType: 'FREE', postId: null };
const isText = (value: unknown): value is string => typeof value === 'string';
const DAY = 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('drafts', () => {
  it('are stored per member, board and post [POST-10]', () => {
    saveDraft(KEY, '초안');
    expect(loadDraft(KEY, isText)?.content).toBe('초안');
    expect(loadDraft({ ...KEY, memberId: 2 }, isText)).toBeNull();
    expect(loadDraft({ ...KEY, boardType: 'QNA' }, isText)).toBeNull();
    expect(loadDraft({ ...KEY, postId: 3 }, isText)).toBeNull();
    removeDraft(KEY);
    expect(loadDraft(KEY, isText)).toBeNull();
  });

  it('ignores an expired, foreign or malformed draft', () => {
    saveDraft(KEY, '초안', 0);
    expect(loadDraft(KEY, isText, 31 * DAY)).toBeNull();
    saveDraft(KEY, { other: true });
    expect(loadDraft(KEY, isText)).toBeNull();
    localStorage.setItem('naru.draft.1.FREE.new', '{');
    expect(loadDraft(KEY, isText)).toBeNull();
  });

  it('are removed when they are too old to be offered', () => {
    saveDraft(KEY, '오래된 글', 0);
    saveDraft({ ...KEY, boardType: 'QNA' }, '새 글', 2 * DAY);
    removeOldWriting(31 * DAY);
    expect(Object.keys(localStorage)).toEqual(['naru.draft.1.QNA.new']);
  });

  it('evicts the oldest drafts when the storage is full', () => {
    saveDraft({ ...KEY, postId: 1 }, '오래된 글', 1);
    saveDraft({ ...KEY, postId: 2 }, '새 글', 2);
    const real = Storage.prototype.setItem;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function full(
      this: Storage,
      name: string,
      value: string,
    ) {
      if (this.length >= 2) throw new DOMException('full', 'QuotaExceededError');
      real.call(this, name, value);
    });
    expect(saveDraft(KEY, '지금 글', 3)).toBe(true);
    expect(loadDraft({ ...KEY, postId: 1 }, isText, 4)).toBeNull();
    expect(loadDraft({ ...KEY, postId: 2 }, isText, 4)?.content).toBe('새 글');
  });

  it('returns false when nothing can be stored', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(saveDraft(KEY, '초안')).toBe(false);
  });
});

describe('drafts of forms without a login [PRIV-91]', () => {
  const NOBODY: DraftKey = { memberId: 0, boardType: 'outside-report', postId: null };

  it('stay in the tab and go with any log-in or log-out', () => {
    for (const clear of [clearMemberStorage, () => clearStorageOfOthers('7')]) {
      saveDraft(NOBODY, '제 사진');
      saveDraft({ ...NOBODY, boardType: 'suspension-abc' }, '억울합니다');
      expect(loadDraft(NOBODY, isText)?.content).toBe('제 사진');
      expect(Object.keys(localStorage)).toEqual([]);
      clear();
      expect(Object.keys(sessionStorage)).toEqual([]);
    }
  });

  it('are not offered from where they were stored before, and removed there', () => {
    localStorage.setItem(
      'naru.draft.0.outside-report.new',
      JSON.stringify({ savedAt: Date.now(), content: '제 사진' }),
    );
    expect(loadDraft(NOBODY, isText)).toBeNull();
    removeOldWriting();
    expect(Object.keys(localStorage)).toEqual([]);
  });
});

it.each(['staff-correction-12', 'staff-removal-post-3', 'role-4', 'inquiry-answer'])(
  'what staff write about or to others, %s, goes with the log-out [PRIV-91]',
  (boardType) => {
    logInForTest(7);
    for (const clear of [clearMemberStorage, () => clearStorageOfOthers('8')]) {
      saveDraft({ ...KEY, memberId: 7, boardType }, '사유');
      expect(Object.keys(localStorage).join()).toContain(boardType);
      clear();
      expect(Object.keys(localStorage).join()).not.toContain(boardType);
    }
  },
);

describe('a draft whose author nobody learns', () => {
  const SECRET: DraftKey = { memberId: 7, boardType: 'SECRET', postId: null };

  it('is not written back by a page that closes after its member has left [ANON-69]', () => {
    saveDraft(SECRET, 'y');
    logInForTest(8);
    saveDraft(SECRET, 'y');
    expect(loadDraft(SECRET, isText)).toBeNull();
    logInForTest(7);
    saveDraft(SECRET, 'y');
    expect(loadDraft(SECRET, isText)?.content).toBe('y');
  });
});
