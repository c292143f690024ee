import { describe, expect, it } from 'vitest';
import { webHost } from './homepage-link.tsx';

describe('webHost', () => {
  it('RD-03 names the site that a link leads to', () => {
    expect(webHost('https://www.kmou.ac.kr/notice?id=1')).toBe('www.kmou.ac.kr');
    expect(webHost('http://www.kmou.ac.kr:8080/')).toBe('www.kmou.ac.kr:8080');
  });

  it.each([null, '', 'javascript:alert(1)', 'data:text/html,x', '/main', '//evil.example', 'x'])(
    'RD-03 refuses %j',
    (address) => {
      expect(webHost(address)).toBeNull();
    },
  );
});
