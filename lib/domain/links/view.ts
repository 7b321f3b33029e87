import type { LinkKind } from '#lib/domain/links/rules.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { signedToken } from '#lib/platform/security/secrets.ts';

export const linkPathPrefixes: Record<LinkKind, string> = {
  receipt: '/comprobante',
  'lead-receipt': '/recibido',
  resume: '/gestiona-tu-garantia/retomar',
  issued: '/garantia',
};

export function linkPath(kind: LinkKind, id: string): string {
  return `${linkPathPrefixes[kind]}/${signedToken(kind, id)}`;
}

export function linkUrl(kind: LinkKind, id: string): string {
  return `${getEnv().appUrl}${linkPath(kind, id)}`;
}
