/** URL that takes files whose category is confirmed on the next page. */
export const ARRIVALS = '/api/documents/arrivals';

/** An item of the list of uploads that leads to the page on which they are confirmed. */
export function ConfirmLink({ href }: { href: string }) {
  return (
    <li>
      <a href={href} className="btn btn-primary">
        Confirmar lo que subió
      </a>
    </li>
  );
}
