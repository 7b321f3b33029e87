/**
 * Names the browser and the system of a `User-Agent`, such as "Chrome en Windows", or only the one
 * that it recognises.
 */
export function deviceOf(agent: string): string {
  const browser = browsers.find(([, sign]) => sign.test(agent))?.[0];
  const system = systems.find(([, sign]) => sign.test(agent))?.[0];
  if (browser && system) return `${browser} en ${system}`;
  return browser ?? system ?? 'Dispositivo desconocido';
}

/**
 * Returns the subject that a login has in the audit trail. The trail shows time and network
 * elsewhere.
 */
export function deviceSubject({ agent }: { agent: string }): string {
  return `device:${deviceOf(agent)}`;
}

/** The order matters: Edge, Opera and Samsung also name Chrome, and Chrome also names Safari. */
const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

/** The order matters: Android also names Linux, and iOS also names Mac OS X. */
const systems: readonly [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];
