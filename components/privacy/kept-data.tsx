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
          <strong>Técnicos:</strong> fecha, hora y dirección IP de lo que envías o aceptas, y la
          versión de este texto o de las condiciones que aceptas.
        </li>
      </ul>
      <p>
        Si nos escribes desde contacto, asesoría o la guía para contratistas, guardamos tu nombre,
        tu correo, lo que agregues (apellido, teléfono, RUT, a qué te dedicas, la garantía que
        buscas y tu mensaje) y los mismos datos técnicos. La calculadora no guarda lo que preguntas.
      </p>
      <p>
        Mientras te atendemos anotamos en qué está tu solicitud o mensaje, quién la tiene, lo que te
        respondemos y las notas del equipo.
      </p>
      <p>
        De una garantía emitida guardamos lo que dice y su documento. Quien tenga su código de
        verificación ve quién la emitió, para quién, el monto, la vigencia, el tomador, con su RUT
        tapado, y su estado; puedes cerrar el código.
      </p>
      <p>
        Si pagas, guardamos el monto, el detalle, la fecha, el estado, el código de autorización, el
        tipo de pago, las cuotas y los últimos cuatro dígitos de la tarjeta; nunca su número
        completo.
      </p>
      <p>
        No pedimos datos sensibles, como los de salud o creencias: quítalos de los archivos que
        adjuntes.
      </p>
    </>
  );
}
