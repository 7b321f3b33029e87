type Form = Record<string, string>;

/** Where a form of a lead's page goes on: to the place that tells what was done. */
export function afterLead(what: string | ((form: Form) => string), place: string) {
  return (_: unknown, form: Form, page: string): string => {
    const done = typeof what === 'string' ? what : what(form);
    const noted = done !== 'nota' && form.text?.trim() ? '&nota=1' : '';
    return `${page}?aviso=${done}${noted}#${place}`;
  };
}
