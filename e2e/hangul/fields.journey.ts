import { button, field, link, text } from '../engines/screen.ts';
import { apiAs, seedPost, unique } from '../support/api.ts';
import { joinMember } from '../support/join.ts';
import { seedLecture } from '../support/lectures.ts';
import { digits, expect, type Open, test } from './test.ts';

/** Opens a page of the settings of a new member. */
async function openAccount(open: Open, name: 'profile' | 'notifications') {
  const { username } = await joinMember();
  const page = await open(username);
  await page.go(`/mypage/account/${name}`);
  const { call } = await apiAs(username);
  return { page, call };
}

test('search: Enter while a syllable is composed', async ({ open }) => {
  const page = await open('20250001');
  await page.go('/search');
  await page.click(field('글, 강의, 사람 검색'));
  await page.type('과제\n');
  await page.at(/^\/search\?query=%EA%B3%BC%EC%A0%9C$/);
});

test('search of a board: Enter while a syllable is composed', async ({ open }) => {
  const title = `${unique('캡스톤디자인')} 발표회`;
  await seedPost('20220508', { board: 'FREE', title });
  const page = await open('20250001');
  await page.go('/main/community/free');
  await page.click(field('자유게시판 검색'));
  await page.type('스톤디자\n');
  await page.at(/query=%EC%8A%A4%ED%86%A4%EB%94%94%EC%9E%90$/);
  await page.see({ ...link(title), only: 'first' });
});

test('nickname: the button while a syllable is composed', async ({ open }) => {
  const { page, call } = await openAccount(open, 'profile');
  const profile = { role: 'region', name: '개인정보' };
  const nickname = `${digits()}돛단배`;
  await page.fill({ ...field('닉네임'), within: profile }, nickname);
  await page.click({ ...button('저장'), within: profile, only: 'first' });
  await page.see(text('닉네임이 저장되었습니다.'));
  expect(await call('GET', '/api/member/me')).toMatchObject({ meDto: { nickname } });
});

test('nickname: Enter while a syllable is composed', async ({ open }) => {
  const { page, call } = await openAccount(open, 'profile');
  const profile = { role: 'region', name: '개인정보' };
  const nickname = `${digits()}돛단배`;
  await page.click({ ...field('닉네임'), within: profile });
  await page.key('a', 'Control');
  await page.type(`${nickname}\n`);
  await page.see(text('닉네임이 저장되었습니다.'));
  await page.shows({ ...field('닉네임'), within: profile }, nickname);
  expect(await call('GET', '/api/member/me')).toMatchObject({ meDto: { nickname } });
});

test('keyword: Enter while a syllable is composed', async ({ open }) => {
  const { page, call } = await openAccount(open, 'notifications');
  await page.click(field('새 키워드'));
  await page.type('교환학생\n');
  await page.see(button('교환학생 삭제'));
  await page.type('장학금\n');
  await page.see(button('장학금 삭제'));
  await page.shows(field('새 키워드'), '');
  expect(await call('GET', '/api/member/alert-words')).toEqual({ words: ['교환학생', '장학금'] });
});

test('sign-up: Tab while a syllable is composed, and what the form says of it', async ({
  open,
}) => {
  const page = await open();
  await page.go('/login/register?mode=register');
  await page.click(field('이름'));
  await page.type('한바다\t돛 배\t');
  await page.shows(field('이름'), '한바다');
  await page.shows(field('닉네임'), '돛 배');
  await page.click(button('인증 이메일 받기'));
  const problem = text(/^닉네임은 공백과 특수문자 없이/);
  await page.see(problem);
  await page.fill(field('닉네임'), '돛단배');
  await page.gone(problem);
});

test('catalogue of lectures: an open syllable', async ({ open }) => {
  const mark = digits();
  const title = `${mark} 바다의 역사`;
  await seedLecture('20230055', { title });
  const page = await open('20250001');
  await page.go('/main/study-dashboard');
  await page.click({ ...button('강의실 둘러보기'), only: 'first' });
  await page.click(field('강의 검색'));
  await page.type(title);
  const card = button(`${title} 추가`);
  await page.see(card);
  // The list follows whole syllables; the space ends this one.
  await page.type('학 ');
  await page.gone(card);
  await page.type('\b\b');
  await page.see(card);
  await page.shows(field('강의 검색'), title);
});

test('friend search: Enter while a syllable is composed', async ({ open }) => {
  const page = await open('20240077');
  await page.go('/main');
  // Moves the buttons beside it.
  await page.see({ ...button(/^내 메뉴/), has: '커밋요정' });
  await page.click({ ...button(/^친구/), within: { role: 'banner' } });
  await page.click({ role: 'tab', name: '검색' });
  await page.click(field('닉네임'));
  await page.type('해솔\n');
  await page.see(button('해솔 프로필 보기'));
});

test('reason of a report: the button while a syllable is composed', async ({ open }) => {
  const { username } = await joinMember();
  const post = await seedPost('prof01', { board: 'FREE', title: unique('광고') });
  const page = await open(username);
  await page.go(post.path);
  await page.click(button('게시글 메뉴'));
  await page.click({ role: 'menuitem', name: '신고' });
  const dialog = { role: 'dialog', name: '게시글 신고' };
  await page.click({ role: 'radio', name: '광고·도배', within: dialog });
  await page.click({ ...field('자세한 내용'), within: dialog });
  await page.type('같은 글이\n많아요');
  await page.click({ ...button('신고'), within: dialog });
  await page.gone(dialog);
  const { call } = await apiAs(username);
  const { inquiryDtoList } = await call<{ inquiryDtoList: { content: string }[] }>(
    'GET',
    '/api/inquiries/my',
  );
  expect(inquiryDtoList.map(({ content }) => content)).toEqual(['같은 글이\n많아요']);
});

test('inquiry and its follow-up: the button while a syllable is composed', async ({ open }) => {
  const { username } = await joinMember();
  const [asker, staff] = [await apiAs(username), await apiAs('admin01')];
  const { inquiry } = await asker.call<{ inquiry: { id: number } }>('POST', '/api/inquiry', {
    title: '강의실 문의',
    content: '문이 닫혀 있습니다.',
    category: 'GENERAL',
  });
  await staff.call('POST', `/api/inquiry/${inquiry.id}/complete`, { answer: '열었습니다.' });
  const page = await open('admin01');
  await page.go(`/admin?menu=INQUIRY&id=${inquiry.id}`);
  await page.click(field('추가 답변'));
  await page.type('내일도 열어요');
  await page.click(button('추가 답변 남기기'));
  await page.see(text('추가 답변을 남겼습니다.'));
  const { followUps } = await asker.call<{ followUps: { content: string }[] }>(
    'GET',
    `/api/inquiries/${inquiry.id}`,
  );
  expect(followUps.map(({ content }) => content)).toEqual(['내일도 열어요']);
});
