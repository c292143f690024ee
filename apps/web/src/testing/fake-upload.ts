import { vi } from 'vitest';

/** Stubs the upload with the given status. */
export function stubPut(status: number) {
  const sent: { url: string; type: string }[] = [];
  class FakeRequest {
    status = status;
    responseText = '{}';
    upload = {};
    onloadend: () => void = () => undefined;
    private readonly put = { url: '', type: '' };
    open(_method: string, url: string) {
      this.put.url = url;
    }
    setRequestHeader(_name: string, value: string) {
      this.put.type = value;
    }
    send() {
      sent.push(this.put);
      queueMicrotask(() => this.onloadend());
    }
    abort() {
      this.onloadend();
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return sent;
}
