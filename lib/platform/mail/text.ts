/** The plain text of a mail's section: its title, then `label: value` by line, links below. */
export function sectionText({
  title,
  rows,
}: {
  title: string;
  rows: readonly { label: string; value: string; href?: string | undefined }[];
}): string {
  const lines = rows.map(({ label, value, href }) => {
    const indented = value.replaceAll('\n', '\n  ');
    return `  ${label}: ${indented}${href ? `\n  ${href}` : ''}`;
  });
  return [title.toUpperCase(), ...lines].join('\n');
}

export function stepsText(title: string, steps: readonly string[]): string {
  return [title, ...steps.map((step, i) => `${i + 1}. ${step}`)].join('\n');
}

/** Only a plain first name: this text goes to an unproved address. */
export function hello(name: string): string {
  const first = name.split(' ', 1)[0] ?? '';
  return /^[\p{L}'’-]{2,30}$/u.test(first) ? `Hola, ${first}.` : 'Hola.';
}
