import { HTMLElement, type Node, NodeType, parse } from 'node-html-parser';
import { expect } from 'vitest';
import { deliverMails } from '#tests/support/sent-mails.ts';
import { queuedDeliveries } from '#tests/support/submissions.ts';

/** Elements that begin a line of their own. The others continue the line of their text. */
const blocks = new Set(
  `article aside dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr img input label legend li main nav ol option p pre section select summary table tbody
  td textarea tfoot th thead tr ul button iframe embed object video`.split(/\s+/),
);
const skipped = new Set(['script', 'style', 'link', 'meta', 'template']);
/** Attributes by which a person or a program acts on an element, in the order of the outline. */
const notices = `type name value href src action method formaction form for min max step minlength
  maxlength pattern accept multiple required disabled readonly checked selected open hidden
  autocomplete inputmode aria-current aria-invalid aria-label aria-expanded aria-selected role
  download placeholder alt`.split(/\s+/);

function attributesOf(element: HTMLElement): string {
  const input = element.attributes;
  const shown = notices.filter(
    (name) => name in input && !(name === 'role' && input.role === 'row'),
  );
  return shown.map((name) => (input[name] ? ` ${name}=${input[name]}` : ` ${name}`)).join('');
}

const MAX_OPTIONS = 25;

/** Returns what is in an element. Of a long list of choices only those that are selected. */
function shortened({ tagName, childNodes, innerHTML }: HTMLElement): Node[] {
  const isLong = tagName === 'SELECT' && innerHTML.split('<option').length > MAX_OPTIONS;
  if (!isLong) return childNodes;
  const options = childNodes.flatMap((node) => (node instanceof HTMLElement ? node : []));
  return options.filter((option, n) => n < 2 || option.hasAttribute('selected'));
}

/** Writes the lines of a node into `lines`, of which the last is still open. */
function write(node: Node, lines: string[], depth: number): void {
  if (node.nodeType === NodeType.TEXT_NODE) {
    lines.push(`${lines.pop()}${node.text.replace(/\s+/g, ' ')}`);
    return;
  }
  if (!(node instanceof HTMLElement)) return;
  const tag = node.tagName?.toLowerCase() ?? '';
  if (skipped.has(tag)) return;
  if (tag === 'svg') {
    const label = node.getAttribute('aria-label');
    if (label) lines.push(`${lines.pop()}(${label})`);
    return;
  }
  const attributes = attributesOf(node);
  const isBlock = blocks.has(tag);
  const plain = tag === 'div' && !attributes;
  const inner = depth + (isBlock && !plain ? 1 : 0);
  const begin = () => lines.push('  '.repeat(inner));
  if (isBlock)
    lines.push(plain ? '  '.repeat(depth) : `${'  '.repeat(depth)}<${tag}${attributes}> `);
  else if (attributes && tag) lines.push(`${lines.pop()}<${tag}${attributes}>`);
  for (const child of shortened(node)) write(child, lines, inner);
  if (isBlock) begin();
  else if (attributes && tag) lines.push(`${lines.pop()}</${tag}>`);
}

/** Matches keys that make a form count only once. They are new each time the page is shown. */
const fresh = /(?<=name=(?:envio|clave) value=)[\w-]+$/;

const randomValues: Record<string, RegExp> = {
  guaranteeOfDraft: /(?<=[?&]g=|name=g value=|#g-)[\w-]{8}/,
  questionsOfDraft: /(?<=name=preguntas value=)[0-9a-f]{16}/,
  shortCode: /(?<=\/c\/)[0-9a-z]{25}\b/,
  idOrToken: /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22,}(?:\.[\w-]{22,})?(?![\w-])/,
  hash: /\b[0-9a-f]{32,}\b/,
  orderOrRecoveryCode: /(?:(?<=%2F|%0A)|\b)(?:RG-)?(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/,
  mailedCode: /\b[A-Z0-9]{6}\b(?= es tu código)|(?<=Código: )[A-Z0-9]{6}$/,
  authenticatorKey: /\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/,
  codeOfGuarantee: /(?:(?<=%2F)|\b)(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}\b/,
};
const random = new RegExp(
  Object.values(randomValues)
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/**
 * Returns what a page says and does, a line for each block: its texts, URLs, forms, fields
 * and states, without styles. `numbers` replaces random values in the order in which they come.
 */
function outlineOf(html: string, numbers: Map<string, string>): string[] {
  const lines = [''];
  write(parse(html, { blockTextElements: { pre: true, textarea: true } }), lines, 0);
  return numbered(lines, numbers);
}

function numbered(lines: readonly string[], numbers: Map<string, string>): string[] {
  return lines
    .map((line) =>
      line
        .trimEnd()
        .replace(fresh, '‹new›')
        .replaceAll(random, (value) => {
          const number = numbers.get(value) ?? `‹${numbers.size + 1}›`;
          numbers.set(value, number);
          return number;
        }),
    )
    .filter(Boolean);
}

/**
 * Returns the removed lines (`-`) and the added ones (`+`), in order, by the longest common
 * subsequence.
 */
function changesOf(before: readonly string[], after: readonly string[]): string[] {
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const longest = Math.max(at(i + 1, j), at(i, j + 1));
      const row = common[i] ?? new Uint16Array();
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : longest;
    }
  }
  const changes: string[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) [i, j] = [i + 1, j + 1];
    else if (j === after.length || (i < before.length && at(i + 1, j) >= at(i, j + 1))) {
      changes.push(`- ${before[i++]}`);
    } else changes.push(`+ ${after[j++]}`);
  }
  return changes;
}

/** Returns the markup of a page, or the URL to which it sends its visitor instead. */
export async function markupOrRedirect(page: Promise<string>): Promise<string> {
  try {
    return await page;
  } catch (error) {
    const { digest = '' } = error as { digest?: string };
    if (!digest.startsWith('NEXT_REDIRECT;')) throw error;
    return `<p>goes to ${digest.split(';')[2]}</p>`;
  }
}

/**
 * Collects what pages show in the course of a test, and compares it with the approved files
 * `<name>/<page>.txt` beside the test. A file has the outline of the page at its first step, and
 * for each later step the lines that went and came, or the whole where that is shorter. After a
 * change on purpose, `npx vitest run --update=all tests/api/outlines` rewrites the files. Read
 * their diff.
 */
export function collectPages(name: string) {
  const pages = new Map<string, { last: string[]; text: string }>();
  const numbers = new Map<string, string>();
  return {
    add(page: string, step: string, html: string): void {
      const outline = outlineOf(html, numbers);
      const before = pages.get(page);
      const changes = before && changesOf(before.last, outline);
      const lines = changes && changes.length < outline.length ? changes : outline;
      const text = `${before ? `${before.text}\n` : ''}== ${step}\n${lines.join('\n')}\n`;
      pages.set(page, { last: outline, text });
    },
    /**
     * Sends what is due, and adds every mail of the world with its kind and its recipient, in the
     * order of their times.
     */
    async addMails(): Promise<void> {
      const kinds = new Map(
        (await queuedDeliveries()).map(({ idempotencyKey, kind }) => [idempotencyKey, kind]),
      );
      const mails = (await deliverMails()).map(({ sentAt, to, subject, text, idempotencyKey }) => {
        const lines = text.split('\n').map((line) => `  ${line}`);
        return {
          order: `${sentAt} ${to} ${`${subject} ${text}`.replaceAll(random, '')}`,
          // The erasure of a person also deletes the deliveries of their mails.
          lines: [`${kinds.get(idempotencyKey) ?? 'erased'} to ${to}: ${subject}`, ...lines],
        };
      });
      mails.sort((mail, other) => mail.order.localeCompare(other.order));
      const last = numbered(
        mails.flatMap(({ lines }) => lines),
        numbers,
      );
      pages.set('mails', { last, text: `${last.join('\n')}\n` });
    },
    async expectApproved(): Promise<void> {
      for (const [page, { text }] of pages) {
        await expect.soft(text).toMatchFileSnapshot(`./${name}/${page}.txt`);
      }
    },
  };
}
