import type { Check } from '#components/enhancers/check-fields.ts';
import { dateInWords, readDate } from '#lib/platform/chile/dates.ts';
import { formatDate } from '#lib/platform/chile/format.ts';

export const checkDate: Check = (text, { dataset }) => {
  const date = readDate(text);
  if (!date) return { problem: 'Escribe una fecha real, como 30-06-2027.' };
  const words = `${dataset.says} ${dateInWords(date, dataset.today ?? date)}.`;
  return { formatted: formatDate(date), words };
};

/** The browser's calendar beside a date that is typed; where there is none, nothing is missing. */
export function pickDates(signal: AbortSignal): void {
  if (!('showPicker' in HTMLInputElement.prototype)) return;
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-check=date]')) {
    const calendar = document.createElement('input');
    calendar.type = 'date';
    calendar.tabIndex = -1;
    calendar.className = 'invisible absolute inset-0 w-full';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn btn-secondary btn-compact';
    button.textContent = 'Calendario';
    button.setAttribute('aria-label', `Calendario: ${input.labels?.[0]?.textContent ?? ''}`);
    const place = document.createElement('span');
    place.className = 'relative flex';
    place.append(calendar, button);
    input.after(place);
    button.addEventListener(
      'click',
      () => {
        calendar.value = readDate(input.value) ?? '';
        calendar.showPicker();
      },
      { signal },
    );
    calendar.addEventListener(
      'change',
      (event) => {
        event.stopPropagation();
        if (!calendar.value) return;
        input.value = formatDate(calendar.value);
        input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      { signal },
    );
    signal.addEventListener('abort', () => place.remove());
  }
}
