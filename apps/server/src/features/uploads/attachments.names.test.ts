import { describe, expect, it } from 'vitest';
import { cleanName, kindOf } from './attachments.names.ts';

describe('cleanName and kindOf [UPLOAD-05]', () => {
  it.each([
    ['강의자료.pdf', '강의자료.pdf'],
    ['강의자료.pdf'.normalize('NFD'), '강의자료.pdf'],
    ['../../etc/passwd.zip', 'passwd.zip'],
    ['C:\\Users\\나\\과제.hwp', '과제.hwp'],
    ['a\u202efdp.zip', 'afdp.zip'],
    ['줄\r\n바꿈\u0000.pdf', '줄바꿈.pdf'],
    ['따옴"표<>|?*.pdf', '따옴_표_____.pdf'],
    ['  앞뒤 공백 .pdf. ', '앞뒤 공백.pdf'],
    ['CON.pdf', '파일 CON.pdf'],
    ['.pdf', 'pdf'],
    ['a.png.PDF', 'a.png.PDF'],
    ['👩‍🔬 실험.xlsx', '👩🔬 실험.xlsx'],
  ])('%j becomes %j', (source, name) => {
    expect(cleanName(source)).toBe(name);
  });

  it('cleanName returns at most 200 characters with the extension', () => {
    const name = cleanName(`${'가'.repeat(300)}.pptx`);
    expect(Array.from(name)).toHaveLength(200);
    expect(name.endsWith('가.pptx')).toBe(true);
  });

  it('cleanName is idempotent', () => {
    for (const name of ['보고서 (1).hwpx', '파일 CON.pdf', 'a_b.zip']) {
      expect(cleanName(name)).toBe(name);
    }
  });

  it('kindOf accepts only listed extensions, case-insensitively', () => {
    expect(kindOf('A.HWP')?.contentType).toBe('application/x-hwp');
    for (const name of ['a.exe', 'a.html', 'a', 'a.constructor', 'a.docm', 'pdf']) {
      expect(kindOf(name)).toBeNull();
    }
  });
});
