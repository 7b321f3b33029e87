/** The region decides the comunas: only its group stays in the list. A comuna chosen first brings its region. */
export function narrowComunas(signal: AbortSignal): void {
  for (const region of document.querySelectorAll<HTMLSelectElement>('select[data-decides]')) {
    const comuna = document.getElementsByName(region.dataset.decides ?? '')[0];
    if (!(comuna instanceof HTMLSelectElement)) continue;
    const groups = [...comuna.querySelectorAll('optgroup')];
    const narrow = () => {
      const chosen = comuna.value;
      for (const group of groups) {
        if (!region.value || group.label === region.value) comuna.append(group);
        else group.remove();
      }
      comuna.value = chosen;
      if (comuna.selectedIndex < 0) comuna.value = '';
    };
    narrow();
    region.addEventListener('change', narrow, { signal });
    const bring = () => {
      const group = comuna.selectedOptions[0]?.closest('optgroup');
      if (region.value || !group) return;
      region.value = group.label;
      narrow();
    };
    comuna.addEventListener('change', bring, { signal });
  }
}
