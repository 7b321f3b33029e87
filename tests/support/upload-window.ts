import { act } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';

/** A request with a body, which a test answers. */
class Sending {
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  status = 0;
  responseText = '';
  target = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  open(method: string, url: string) {
    this.target = `${method} ${url}`;
  }
  setRequestHeader() {}
  send() {
    sendings.push(this);
  }
  abort() {
    this.onabort();
  }
}
let sendings: Sending[];

/** Waits for replies, which are outside of what React waits for. */
const settled = () =>
  act(async () => {
    for (let n = 0; n < 30; n++) await new Promise((resolve) => setImmediate(resolve));
  });

/**
 * Lets the upload forms of a test send files, and answers them as the test says. `fetched` answers
 * other URLs than those that give a place for a file. `bucket` is the origin of that place,
 * which is never given while `isHeld` is true.
 */
export function uploadsForTest() {
  const answers = {
    bucket: 'http://localhost',
    fetched: (_body: FormData) => new Response(),
    isHeld: false,
  };
  /** The names of the buttons with which forms were really sent, `''` for one without a name. */
  let submits: string[];
  beforeEach(() => {
    sendings = [];
    submits = [];
    answers.bucket = 'http://localhost';
    answers.isHeld = false;
    vi.stubGlobal('XMLHttpRequest', Sending);
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal(
      'fetch',
      async (address: string, init: { body?: FormData; signal?: AbortSignal } = {}) => {
        if (answers.isHeld)
          await new Promise((_, reject) => {
            init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
          });
        const { pathname, searchParams } = new URL(address, 'http://localhost');
        if (pathname === '/api/csrf-token') return Response.json({ token: 't' });
        if (init.body) return answers.fetched(init.body);
        const name = searchParams.get('fileName');
        const presignedUrl = `${answers.bucket}/put/${name}`;
        return Response.json({ presignedUrl, downloadUrl: `/archivo/${name}` });
      },
    );
    // Runs after React, and keeps the window from leaving the page.
    document.addEventListener('submit', (event) => {
      const { submitter } = event as SubmitEvent;
      if (!event.defaultPrevented) submits.push(submitter?.getAttribute('name') ?? '');
      event.preventDefault();
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const fileInput = (field: string) =>
    document.querySelector(`[type=file][name=${field}]`) as HTMLInputElement;
  return {
    answers,
    submits: () => submits,
    targets: () => sendings.map(({ target }) => target),
    /** Chooses files of these sizes in bytes. */
    choose: async (field: string, files: Record<string, number>) => {
      const input = fileInput(field);
      const chosen = Object.entries(files).map(
        ([name, size]) => new File([new Uint8Array(size)], name),
      );
      Object.defineProperty(input, 'files', { value: chosen, configurable: true });
      Object.defineProperty(input, 'value', {
        value: 'chosen',
        writable: true,
        configurable: true,
      });
      await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
      await settled();
      return input;
    },
    /** Answers the request that was sent last, or loses it. */
    reply: async (status: number, body: object = {}) => {
      const sending = sendings.at(-1);
      await act(async () => {
        Object.assign(sending ?? {}, { status, responseText: JSON.stringify(body) });
        if (status === 0) sending?.onerror();
        else sending?.onload();
      });
      await settled();
    },
    progress: (loaded: number) => act(async () => sendings.at(-1)?.upload.onprogress?.({ loaded })),
    press: async (button: string | Element | null | undefined) => {
      const on = typeof button === 'string' ? document.querySelector(button) : button;
      await act(async () => (on as HTMLElement).click());
      await settled();
    },
  };
}
