/** Which licences the packages may have that run in production. */
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
  // By file: what is used unchanged asks for nothing.
  'MPL-2.0',
]);

/**
 * Decided one by one: a library that is linked at run time, and never by us (no image is resized);
 * a command that uploads source maps, which comes with @sentry/nextjs and is never run.
 */
const exceptions = [
  { name: /^@img\/sharp-libvips-/, license: 'LGPL-3.0-or-later' },
  { name: /^sentry$/, license: 'FSL-1.1-Apache-2.0' },
];

/** Of a component of CycloneDX: an id or an expression of SPDX, or undefined. */
export function licenseOf({ licenses = [] }) {
  const [first] = licenses;
  return first?.expression ?? first?.license?.id ?? first?.license?.name;
}

/** Of `A OR B` one suffices, of `A AND B` both have to do. */
export function isAllowed(component) {
  const license = licenseOf(component);
  if (!license) return false;
  if (exceptions.some((e) => e.name.test(component.name) && e.license === license)) return true;
  const parts = license.replace(/[()]/g, '').split(/\s+OR\s+/);
  return parts.some((part) => part.split(/\s+AND\s+/).every((id) => allowed.has(id)));
}
