import type { BrowserContext } from '@playwright/test';

/**
 * Collects the faults that no page may have: script errors, console errors (a refusal by the CSP is
 * one) and requests to another origin. `tolerated` is for tests that break something on purpose.
 */
export function watch(context: BrowserContext, origin: string, tolerated: RegExp | null): string[] {
  const problems: string[] = [];
  const say = (text: string) => {
    if (!tolerated?.test(text)) problems.push(text);
  };
  context.on('weberror', (event) => say(`script error: ${event.error()}`));
  context.on('console', (message) => {
    if (message.type() === 'error') say(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) say(`elsewhere: ${url.href}`);
  });
  return problems;
}
