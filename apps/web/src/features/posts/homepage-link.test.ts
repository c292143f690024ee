import { describe, expect, it } from 'vitest';
import { webHost } from './homepage-link.tsx';

describe('webHost', () => {
  it('returns the host of a link [HTML-05]', () => {
    expect(webHost('https://www.kmou.ac.kr/notice?id=1')).toBe('www.kmou.ac.kr');
    expect(webHost('http://www.kmou.ac.kr:8080/')).toBe('www.kmou.ac.kr:8080');
  });

  it.each([null, '', 'javascript:alert(1)', 'data:text/html,x', '/main', '//evil.example', 'x'])(
    'refuses %j [HTML-05]',
    (address) => {
      expect(webHost(address)).toBeNull();
    },
  );
});
