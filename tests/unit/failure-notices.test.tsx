import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Comparison } from '#components/issued-guarantees/comparison.tsx';
import { WatchState } from '#components/payments/watch-state.tsx';
import { InPlace, InPlaceForm } from '#components/ui/in-place.tsx';
import { browserWindowForTest } from '#tests/support/browser-window.ts';

const { draw, fire, text } = browserWindowForTest();
/** Whether the server answers. */
let isUp: boolean;
let answer: unknown;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  isUp = true;
  vi.stubGlobal('fetch', async () => {
    if (!isUp) throw new Error('offline');
    return Response.json(answer ?? {});
  });
  vi.stubGlobal('FormData', Reflect.get(window, 'FormData'));
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Draws with a router that draws nothing new. */
const drawRouted = (page: ReactNode) => {
  const value = { refresh() {}, replace() {} } as never;
  return draw(<AppRouterContext.Provider value={value}>{page}</AppRouterContext.Provider>);
};
const submit = async () => {
  await fire('Event', 'submit', { on: document.querySelector('form') });
};
/** Waits for replies, which are outside of the timers of the test. */
const settled = () =>
  act(async () => {
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
  });

const comparison = { code: 'X', action: '/v/X/comparar', isOwn: false, maxUploadMb: 10 };
const nothing = { under: '', source: '', caution: '', more: '', children: '' };
const verdict = { tone: 'good', title: 'Vigente' } as const;

/** A file that is read at once, because hashing and reading wait for other threads. */
class ReadFile extends File {
  override arrayBuffer = async () => new ArrayBuffer(8);
}

async function compare() {
  vi.spyOn(crypto.subtle, 'digest').mockResolvedValue(new ArrayBuffer(32));
  // A script cannot put a file into the field of a form.
  const held = { get: () => new ReadFile(['%PDF-1.7'], 'a.pdf') };
  vi.stubGlobal('FormData', function FormData() {
    return held;
  });
  await submit();
}

type Row = {
  title: string;
  notice: string;
  page: ReactNode;
  act: () => Promise<unknown>;
  reply?: unknown;
};
test.each<Row>([
  {
    title: 'a page that is refreshed',
    notice: 'El servicio no responde',
    page: <WatchState every={5} />,
    act: () => pass(5000),
  },
  {
    title: 'a comparison',
    notice: 'No pudimos comparar',
    page: (
      <Comparison
        {...comparison}
        {...nothing}
        {...{ verdict }}
        compared={null}
        problem={undefined}
      />
    ),
    act: compare,
    reply: { data: { matches: true } },
  },
  {
    title: 'a form that updates its page',
    notice: 'No pudimos',
    page: (
      <InPlace>
        <InPlaceForm action="/admin/leads/7/nota">
          <button type="submit">Guardar</button>
        </InPlaceForm>
      </InPlace>
    ),
    act: submit,
    reply: { location: '/admin/leads/7' },
  },
])(
  '$title hides its error notice after an answer, and shows it again after the next failure',
  async ({ notice, page, act: press, reply }) => {
    answer = reply;
    await drawRouted(page);
    for (const state of [true, false, false, true, false]) {
      isUp = state;
      await press();
      await settled();
      expect(text()?.includes(notice), `${state}`).toBe(!state);
    }
  },
);
