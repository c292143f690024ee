import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type DraftKey,
  loadDraft,
  removeAnonymousDrafts,
  removeDraft,
  saveDraft,
} from './draft.ts';
import { clearTokens, writeTokens } from './session/tokens.ts';

const KEY: DraftKey = { memberId: 1, boardType: 'FREE', postId: null };
const isText = (value: unknown): value is string => typeof value === 'string';
const DAY = 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('drafts', () => {
  it('are kept per member, board and post [POST-10]', () => {
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

describe('removeAnonymousDrafts', () => {
  it('keeps the drafts of other boards', () => {
    const keyFor = (boardType: string) => ({ memberId: 7, boardType, postId: null });
    const ends = Math.floor(Date.now() / 1000) + 60;
    writeTokens({ accessToken: 'a', refreshToken: `r.${ends}` });
    for (const boardType of ['SECRET', 'SECRET-comment', 'FREE']) saveDraft(keyFor(boardType), 'x');
    clearTokens();
    removeAnonymousDrafts();
    expect(loadDraft(keyFor('SECRET'), isText)).toBeNull();
    expect(loadDraft(keyFor('SECRET-comment'), isText)).toBeNull();
    expect(loadDraft(keyFor('FREE'), isText)?.content).toBe('x');
    // A page that closes after the logout must not write it back.
    saveDraft(keyFor('SECRET'), 'y');
    expect(loadDraft(keyFor('SECRET'), isText)).toBeNull();
  });
});
