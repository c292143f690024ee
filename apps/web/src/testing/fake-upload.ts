import { vi } from 'vitest';

/** Stubs the upload with the given status, which may depend on the address, headers in lower case, and body. */
export function stubPut(
  status: number | ((url: string) => number),
  { headers = {}, body = {} }: { headers?: Record<string, string>; body?: object } = {},
) {
  const sent: { url: string; type: string; bytes: number }[] = [];
  class FakeRequest {
    status = 0;
    responseText = JSON.stringify(body);
    upload = {};
    onloadend: () => void = () => undefined;
    private readonly put = { url: '', type: '', bytes: 0 };
    open(_method: string, url: string) {
      this.put.url = url;
      this.status = typeof status === 'number' ? status : status(url);
    }
    setRequestHeader(_name: string, value: string) {
      this.put.type = value;
    }
    getResponseHeader(name: string) {
      return headers[name] ?? null;
    }
    send(body: Blob) {
      this.put.bytes = body.size;
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
