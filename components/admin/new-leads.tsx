/** Says that leads came while the list was open, where scripts run; a reload shows them as well. */
export function NewLeads({ newest }: { newest: number }) {
  return (
    <p
      role="status"
      data-arrivals={newest}
      className="mb-3 w-fit rounded-full bg-brand-tint px-4 py-1.5 text-sm empty:hidden"
    />
  );
}
