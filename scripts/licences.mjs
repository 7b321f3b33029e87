/** Licences that production packages may have. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'PSF-2.0',
  'Unlicense',
  // MPL applies to single files and demands nothing if they are used unchanged.
  'MPL-2.0',
]);

/**
 * Exceptions: a library that sharp loads but we never use, because no image is resized, and a
 * command of @sentry/nextjs for source maps that is never run.
 */
const exceptions = [
  { name: /^@img\/sharp-libvips-/, license: 'LGPL-3.0-or-later' },
  { name: /^sentry$/, license: 'FSL-1.1-Apache-2.0' },
];

/** Returns the SPDX id or expression of a CycloneDX component, or undefined. */
export function licenseOf({ licenses = [] }) {
  const [first] = licenses;
  return first?.expression ?? first?.license?.id ?? first?.license?.name;
}

/** Returns whether a licence is allowed. One part of `A OR B` is enough, `A AND B` needs both. */
export function isAllowed(component) {
  const license = licenseOf(component);
  if (!license) return false;
  if (exceptions.some((e) => e.name.test(component.name) && e.license === license)) return true;
  const parts = license.replace(/[()]/g, '').split(/\s+OR\s+/);
  return parts.some((part) => part.split(/\s+AND\s+/).every((id) => allowed.has(id)));
}
