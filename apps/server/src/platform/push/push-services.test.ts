import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { services } from '../../config/env.values.ts';
import { createPushServices, KNOWN_SERVICES } from './push-services.ts';

const known = createPushServices(z.parse(services, KNOWN_SERVICES));

describe('addresses of push services', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-par02p.notify.windows.com/w/?token=a',
  ])('are those of the known ones: %s [PUSH-02]', (endpoint) => {
    expect(known.allows(endpoint)).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://user:word@fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilpush.apple.com/a',
    'https://push.apple.com/a',
    'https://127.0.0.1/a',
    'http://127.0.0.1:8080/a',
    'https://[::1]/a',
    'https://localhost/a',
    'file:///etc/passwd',
    '',
  ])('are no others: %s [PUSH-02]', (endpoint) => {
    expect(known.allows(endpoint)).toBe(false);
  });

  it('may be switched off [PUSH-02]', () => {
    expect(createPushServices(z.parse(services, 'off')).isOff).toBe(true);
    for (const wrong of ['https://fcm.googleapis.com', '*', 'localhost', '10.0.0.1']) {
      expect(z.safeParse(services, wrong).success).toBe(false);
    }
  });
});
