export function Cookies() {
  return (
    <>
      <h2>Cookies</h2>
      <p>
        Solo las necesarias, ninguna de publicidad ni medición. Contamos las veces que se abre cada
        página del formulario, sin saber quién.
      </p>
      <ul>
        <li>
          <strong>csrf-token,</strong> 2 horas: impide que otro sitio envíe datos en tu nombre.
        </li>
        <li>
          <strong>borrador,</strong> 30 días desde el último cambio: recuerda tu solicitud en curso.
        </li>
        <li>
          <strong>service_session,</strong> hasta 30 días: mantiene abierta tu sesión.
        </li>
        <li>
          <strong>navegador,</strong> 400 días: lo reconoce, para avisarte de ingresos desde otro.
        </li>
        <li>
          <strong>segundo_paso,</strong> 5 minutos: mantiene tu ingreso hasta el segundo paso.
        </li>
        <li>
          <strong>google_login,</strong> 10 minutos: protege el ingreso con Google.
        </li>
        <li>
          <strong>google_cuenta,</strong> 15 minutos: recuerda tu usuario de Google mientras
          confirmas tu cuenta.
        </li>
        <li>
          <strong>restablecer,</strong> 1 hora: guarda el enlace para cambiar tu contraseña.
        </li>
        <li>
          <strong>enlace-clave,</strong> 1 hora, y <strong>enlace-envio,</strong> 15 minutos:
          recuerdan que diste la contraseña de un enlace y que su descarga se contó.
        </li>
        <li>
          <strong>formulario,</strong> 5 minutos: guarda lo que escribiste si hay algo que corregir,
          nunca contraseñas ni códigos.
        </li>
      </ul>
    </>
  );
}
