import { BLANK } from '#lib/platform/operations/fields.ts';

type Node = Record<string, unknown>;

/**
 * Patterns of `singleLineText` and `multilineText`. They are left out, because the introduction
 * explains them.
 */
const noControlCharacters = ['^[^\\p{Cc}]*$', '^(?:[^\\p{Cc}]|[\\n\\r\\t])*$'];

/** Simplifies the document in place: empty-text branches, nullable types, repeated patterns. */
export function tidyDocument(document: object): void {
  tidyNode(document as Node);
}

function tidyNode(node: Node): void {
  for (const child of Object.values(node)) {
    if (child && typeof child === 'object') tidyNode(child as Node);
  }
  collapseBranches(node);
  dropPatterns(node);
  // Viewers read a parameter's description beside its schema, not in it.
  if ('in' in node && isNode(node.schema)) node.description ??= node.schema.description;
  // Zod gives every integer these limits.
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
}

function collapseBranches(node: Node): void {
  if (!Array.isArray(node.anyOf)) return;
  const branches = node.anyOf.filter(
    (branch) => branch.const !== '' && branch.pattern !== BLANK.source,
  );
  const nonNullBranches = branches.filter((branch) => branch.type !== 'null');
  const [onlyBranch] = nonNullBranches;
  if (nonNullBranches.length !== 1 || !isNode(onlyBranch)) return;
  delete node.anyOf;
  Object.assign(node, { ...onlyBranch, ...node });
  if (nonNullBranches.length === branches.length) return;
  node.type = [onlyBranch.type, 'null'];
  if (Array.isArray(onlyBranch.enum)) node.enum = [...onlyBranch.enum, null];
}

function dropPatterns(node: Node): void {
  if (node.format || noControlCharacters.includes(String(node.pattern))) delete node.pattern;
  if (!Array.isArray(node.allOf)) return;
  const branches = node.allOf.filter((part) => Object.keys(part).length > 0);
  const [onlyBranch] = branches;
  if (branches.length > 1) return;
  delete node.allOf;
  Object.assign(node, onlyBranch);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
