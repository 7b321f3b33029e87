import { BLANK } from '#lib/platform/operations/fields.ts';

type Node = Record<string, unknown>;

/**
 * Patterns of `singleLineText` and `multilineText`. They are left out, because the introduction
 * explains them.
 */
const noControlCharacters = ['^[^\\p{Cc}]*$', '^(?:[^\\p{Cc}]|[\\n\\r\\t])*$'];

/** Simplifies the document in place: empty-text branches, nullable types, repeated patterns. */
export function tidyDocument(document: object): void {
  visit(document as Node);
}

function visit(node: Node): void {
  for (const child of Object.values(node)) {
    if (child && typeof child === 'object') visit(child as Node);
  }
  fold(node);
  dropPatterns(node);
  // Viewers read a parameter's description beside its schema, not in it.
  if ('in' in node && isNode(node.schema)) node.description ??= node.schema.description;
  // Zod gives every integer these limits.
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
}

function fold(node: Node): void {
  if (!Array.isArray(node.anyOf)) return;
  const branches = node.anyOf.filter(
    (branch) => branch.const !== '' && branch.pattern !== BLANK.source,
  );
  const rest = branches.filter((branch) => branch.type !== 'null');
  const [single] = rest;
  if (rest.length !== 1 || !isNode(single)) return;
  delete node.anyOf;
  Object.assign(node, { ...single, ...node });
  if (rest.length === branches.length) return;
  node.type = [single.type, 'null'];
  if (Array.isArray(single.enum)) node.enum = [...single.enum, null];
}

function dropPatterns(node: Node): void {
  if (node.format || noControlCharacters.includes(String(node.pattern))) delete node.pattern;
  if (!Array.isArray(node.allOf)) return;
  const branches = node.allOf.filter((part) => Object.keys(part).length > 0);
  const [single] = branches;
  if (branches.length > 1) return;
  delete node.allOf;
  Object.assign(node, single);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
