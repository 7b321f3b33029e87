import { Window } from 'happy-dom';
import type { ReactNode } from 'react';
import { afterEach, beforeEach } from 'vitest';

/**
 * Globals that the scripts of pages read. All others stay those of Node, which other tests need.
 */
const names = [
  ...['window', 'document', 'sessionStorage', 'location', 'addEventListener'],
  ...['removeEventListener', 'Element', 'HTMLElement', 'HTMLInputElement', 'HTMLFormElement'],
  ...[
    'HTMLSelectElement',
    'HTMLTextAreaElement',
    'HTMLIFrameElement',
    'Node',
    'Event',
    'RadioNodeList',
  ],
] as const;

/**
 * Renders with React in a window of its own for each test of a file. The window is closed after the
 * file.
 */
export function browserWindowForTest() {
  const before = new Map(names.map((name) => [name, Reflect.get(globalThis, name)]));
  let window: Window;
  let end: () => Promise<void>;
  let render: (page: ReactNode) => Promise<void>;
  beforeEach(async () => {
    window = new Window({ url: 'http://localhost/admin/leads/7' });
    for (const name of names) {
      const value: unknown = Reflect.get(window, name);
      const isMethod = typeof value === 'function' && name.endsWith('EventListener');
      Reflect.set(globalThis, name, isMethod ? value.bind(window) : value);
    }
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
    // React looks for a window when it is loaded.
    const [{ act }, { createRoot }] = await Promise.all([
      import('react'),
      import('react-dom/client'),
    ]);
    document.body.innerHTML = '<main></main>';
    const root = createRoot(document.querySelector('main') as HTMLElement);
    render = (page) => act(async () => root.render(page));
    end = () => act(async () => root.unmount());
  });
  afterEach(async () => {
    await end();
    await window.happyDOM.close();
    Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(globalThis, name);
      else Reflect.set(globalThis, name, value);
    }
  });
  /** Dispatches an event of this window, and waits until React has rendered. */
  const fire = async (
    kind: 'Event' | 'MouseEvent' | 'KeyboardEvent',
    type: string,
    {
      on = document.activeElement ?? document.body,
      ...init
    }: { on?: Element | null; shiftKey?: boolean; key?: string } = {},
  ) => {
    const { act } = await import('react');
    const created = new window[kind](type, { bubbles: true, cancelable: true, ...init });
    await act(async () => on?.dispatchEvent(created as unknown as Event));
  };
  const find = (selector: string) => document.querySelector<HTMLInputElement>(selector);
  /** Types a text as a person does, and leaves the field. */
  const type = async (selector: string, value: string) => {
    const on = find(selector);
    if (!on) throw new Error(`no ${selector}`);
    on.value = value;
    await fire('Event', 'input', { on });
    await fire('Event', 'change', { on });
  };
  return {
    find,
    type,
    text: () => document.body.textContent,
    draw: (page: ReactNode) => render(page),
    fire,
    goTo: (path: string) => window.happyDOM.setURL(`http://localhost${path}`),
  };
}
