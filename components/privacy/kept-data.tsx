/** What is asked, why and for how long. */
export function KeptData() {
  return (
    <>
      <h2>Qué datos pedimos</h2>
      <p>Solo los que hacen falta para atender una solicitud de garantía:</p>
      <ul>
        <li>
          <strong>Tuyos:</strong> nombre, correo y teléfono.
        </li>
        <li>
          <strong>De la empresa y del contrato:</strong> razón social, RUT, dirección, ID de la
          licitación o datos del mandante, y las garantías que pides.
        </li>
        <li>
          <strong>De otras personas que nombres:</strong> contacto de la contratista o del mandante,
          si los agregas. Cuéntales que nos diste sus datos.
        </li>
        <li>
          <strong>Archivos:</strong> las bases, el contrato u otros que decidas adjuntar.
        </li>
        <li>
          <strong>Técnicos:</strong> fecha, hora y dirección IP del envío, y la versión de este
          texto que aceptaste.
        </li>
      </ul>
      <p>
        No pedimos datos sensibles, como los de salud o creencias. Si un archivo los trae y no son
        necesarios, quítalos antes de adjuntarlo.
      </p>

      <h2>Para qué, y con qué base legal</h2>
      <ul>
        <li>
          <strong>Revisar tu solicitud y responderte:</strong> gestiones previas a un contrato, que
          tú pides al enviarla, y tu consentimiento.
        </li>
        <li>
          <strong>Cuidar el servicio de abusos y fallas:</strong> nuestro interés legítimo en que
          siga seguro y disponible. Para eso usamos los datos técnicos.
        </li>
        <li>
          <strong>Cumplir la ley:</strong> cuando una norma obliga a guardar o entregar un dato.
        </li>
      </ul>
      <p>
        No vendemos tus datos, no los usamos para publicidad y no tomamos decisiones automáticas
        sobre ti: cada solicitud la revisa una persona. Sin los datos obligatorios no podemos
        responderte; los demás son opcionales.
      </p>

      <h2>Por cuánto tiempo</h2>
      <ul>
        <li>
          <strong>Solicitud sin enviar:</strong> el borrador se borra a los 30 días.
        </li>
        <li>
          <strong>Archivo adjunto sin enviar la solicitud:</strong> se borra a las 24 horas.
        </li>
        <li>
          <strong>Solicitud enviada y sus archivos:</strong> mientras se gestiona y, después, el
          tiempo que la ley o el contrato exijan. Puedes pedir que los borremos antes, si nada
          obliga a guardarlos.
        </li>
      </ul>
    </>
  );
}
