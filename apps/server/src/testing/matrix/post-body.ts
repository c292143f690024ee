let counter = 0;

/** What a new post of a board needs. */
export const createBody = (boardType: string) => {
  counter += 1;
  return {
    boardType,
    title: `제목 글 ${counter}`,
    content: '<p>본문입니다</p>',
    imageUrls: null,
    ...(boardType === 'MARKET' && { price: 1000 }),
    ...(boardType === 'TEAM' && {
      team: { kind: 'STUDY', places: 2, lastDay: '2026-12-01', roles: ['기획'] },
    }),
  };
};
