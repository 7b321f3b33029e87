/** False: the draft does not hold it, and the form still has to carry its address. */
export async function keepUpload(
  block: HTMLElement,
  { name, form }: HTMLInputElement,
  url: string,
): Promise<boolean> {
  const place = block.querySelector<HTMLElement>('[data-attached]');
  if (!place || !form) return false;
  const body = new FormData();
  body.append(name, url);
  body.append('guardar', '');
  try {
    const reply = await fetch(form.action, { method: 'POST', body });
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
    const kept = page.querySelector(`[data-attached=${place.dataset.attached}] > *`);
    if (!kept || new URL(reply.url).search) return false;
    place.replaceChildren(kept);
    return true;
  } catch {
    return false;
  }
}
