'use client';

import { useRouter } from 'next/navigation';
import {
  type ComponentProps,
  createContext,
  Fragment,
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react';
import { Form } from '#components/ui/form.tsx';
import { RenderCount, useRenderCount } from '#components/ui/render-count.ts';

type PageControl = {
  draw: (url: string) => void;
  /**
   * Waits for earlier acts and for the page that they render. Returns the function that ends the
   * turn.
   */
  takeTurn: () => Promise<() => void>;
};
const Page = createContext<PageControl | null>(null);

/**
 * Lets the forms within it update the page without leaving it. Browser tests wait for the
 * document's `data-drawn`.
 */
export function InPlace({ children }: { children: ReactNode }) {
  const { replace, refresh } = useRouter();
  const [isDrawing, startDrawing] = useTransition();
  const [renderCount, setRenderCount] = useState(0);
  const wasDrawing = useRef(false);
  useEffect(() => {
    if (wasDrawing.current && !isDrawing) setRenderCount((times) => times + 1);
    wasDrawing.current = isDrawing;
  }, [isDrawing]);
  const turns = useRef(Promise.resolve());
  const endTurn = useRef(() => {});
  useEffect(() => {
    if (renderCount === 0) return;
    document.documentElement.dataset.drawn = `${renderCount}`;
    endTurn.current();
  }, [renderCount]);
  const takeTurn = async () => {
    const previousTurn = turns.current;
    let end = () => {};
    turns.current = new Promise((resolve) => {
      end = resolve;
    });
    await previousTurn;
    endTurn.current = end;
    return end;
  };
  const draw = (url: string) =>
    startDrawing(() =>
      url === location.pathname + location.search ? refresh() : replace(url, { scroll: false }),
    );
  return (
    <Page value={{ draw, takeTurn }}>
      <RenderCount value={renderCount}>{children}</RenderCount>
    </Page>
  );
}

/**
 * Sends a form and renders its page again at the same scroll position. The form's own fields then
 * show the stored values; fields of other forms keep what was typed. A refused form keeps its
 * fields and focuses the first wrong one. A form in a fold is folded once it is sent. Any other
 * refusal or page is loaded as usual. This is not a React action: React would render overlapping
 * actions together, but here each one waits for the page of the previous one.
 */
export function InPlaceForm({ children, ...form }: ComponentProps<typeof Form>) {
  const page = use(Page);
  const renderCount = useRenderCount();
  const [sendCount, setTimes] = useState(0);
  const [state, setState] = useState<'busy' | 'lost'>();
  /** The form while it waits for the page, and whether it was refused. */
  const sentForm = useRef<{ form: HTMLFormElement; isRefused: boolean }>(null);
  useEffect(() => {
    if (renderCount === 0 || !sentForm.current) return;
    const { form, isRefused } = sentForm.current;
    sentForm.current = null;
    setState(undefined);
    if (isRefused) return focusWrong(form);
    setTimes((count) => count + 1);
    const fold = form.closest('details');
    if (fold) fold.open = false;
  }, [renderCount]);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    if (!page) return;
    event.preventDefault();
    const { currentTarget } = event;
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
    const action = submitter?.getAttribute('formaction') ?? currentTarget.getAttribute('action');
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(currentTarget, submitter))
      body.append(name, `${value}`);
    setState('busy');
    const end = await page.takeTurn();
    // An earlier act may have given the page newer hidden values, such as the last event that it
    // shows.
    for (const { name, value } of currentTarget.querySelectorAll<HTMLInputElement>('[type=hidden]'))
      if (body.getAll(name).length === 1) body.set(name, value);
    const headers = { accept: 'application/json' };
    const nextUrl = await fetch(action ?? '', { method: 'POST', body, headers })
      .then((response) => response.json())
      .then(({ location: to }) => (to ? new URL(to, location.href) : null))
      .catch(() => null);
    if (!nextUrl) {
      setState('lost');
      end();
    } else if (nextUrl.pathname !== location.pathname || !mayDrawInPlace(nextUrl)) {
      location.assign(nextUrl);
      end();
    } else {
      sentForm.current = { form: currentTarget, isRefused: nextUrl.searchParams.has('error') };
      page.draw(nextUrl.pathname + nextUrl.search);
    }
  };
  return (
    <Form {...form} isBusy={state === 'busy'} isLost={state === 'lost'} onSubmit={send}>
      <Fragment key={sendCount}>{children}</Fragment>
    </Form>
  );
}

/**
 * Returns whether the page can be rendered in place. Only errors of fields can be shown so; other
 * refusals need a whole page.
 */
function mayDrawInPlace({ searchParams }: URL): boolean {
  return (searchParams.get('error') ?? 'validation_failed') === 'validation_failed';
}

function focusWrong(form: HTMLFormElement): void {
  const message = form.querySelector('[id$="-error"]');
  message
    ?.closest('.field, fieldset')
    ?.querySelector<HTMLElement>('input, select, textarea')
    ?.focus();
}
