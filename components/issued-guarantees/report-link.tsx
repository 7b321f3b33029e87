/** Leads to the contact form, whose message then begins with the code. */
export function ReportLink({ code }: { code: string }) {
  return (
    <p className="print:hidden">
      <a href={`/contacto?codigo=${encodeURIComponent(code)}`} className="inline-block py-1">
        Avisar a Resguardo
      </a>
    </p>
  );
}
