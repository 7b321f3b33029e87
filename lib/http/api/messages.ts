import type { ErrorCode } from '#lib/platform/operations/errors.ts';

export const errorMessages: Record<ErrorCode, string> = {
  validation_failed: 'Hay datos por revisar.',
  invalid_json: 'No pudimos leer los datos enviados.',
  invalid_token: 'El enlace no es válido o ya venció. Pide uno nuevo.',
  invalid_file: 'No podemos usar ese archivo. Sube un PDF, una imagen, Word o Excel.',
  wrong_credentials: 'El correo o la contraseña no coinciden.',
  invalid_code: 'El código no es correcto o ya venció.',
  second_factor_required: 'Falta un paso: confirma que eres tú.',
  no_session: 'Inicia sesión para continuar.',
  invalid_signature: 'La firma no es válida o ya venció.',
  invalid_webhook_token: 'El token no es válido.',
  email_not_verified: 'Verifica tu correo para continuar.',
  profile_not_permitted: 'Tu cuenta no tiene ese perfil.',
  account_suspended:
    'Tu cuenta está suspendida. Si crees que es un error, responde el correo que te avisó.',
  second_factor_enrolment_required: 'Activa primero la verificación en dos pasos.',
  proof_required: 'Confirma que eres tú para continuar.',
  forbidden: 'No tienes permiso para hacer esto.',
  csrf_invalid: 'La página quedó abierta mucho tiempo. Recárgala e inténtalo otra vez.',
  captcha_invalid: 'Completa la verificación de seguridad e inténtalo otra vez.',
  account_not_found: 'No encontramos esa cuenta.',
  document_not_found: 'No encontramos ese documento.',
  share_not_found: 'No encontramos ese enlace.',
  not_found: 'No encontramos lo que buscas.',
  method_not_allowed: 'Esta dirección no acepta ese método.',
  email_taken: 'Ese correo ya tiene una cuenta.',
  conflict: 'Esto ya se había enviado con otros datos.',
  other_holder:
    'No lo enviamos: en otra pestaña empezaste a actuar por otra cuenta o empresa. Revísalo y envíalo otra vez.',
  share_expired: 'El enlace venció o fue cerrado por su dueño.',
  payload_too_large: 'Lo que enviaste supera el tamaño máximo.',
  unsupported_media_type: 'El tipo de contenido no es el esperado.',
  rate_limited: 'Hubo muchos intentos seguidos. Espera un momento y prueba otra vez.',
  internal: 'Algo falló de nuestro lado. Inténtalo otra vez en unos minutos.',
  upstream_failed: 'Un servicio externo falló. Inténtalo otra vez en unos minutos.',
  not_configured: 'Este servicio todavía no está disponible.',
  unavailable: 'El servicio no está disponible por el momento. Inténtalo en unos minutos.',
  upstream_timeout: 'Un servicio externo tardó demasiado. Inténtalo otra vez en unos minutos.',
};

/** Returns the message for a used-up rate limit. It says about how many `seconds` are left. */
export function limitedMessage(seconds: number): string {
  return `Hubo muchos intentos seguidos. ${retryText(seconds)}.`;
}

function retryText(seconds: number): string {
  const [minutes, hours] = [Math.ceil(seconds / 60), Math.ceil(seconds / 3600)];
  if (hours > 12) return 'Prueba otra vez mañana';
  if (minutes > 60) return `Espera unas ${hours} horas y prueba otra vez`;
  if (minutes > 45) return 'Espera una hora y prueba otra vez';
  return minutes > 1
    ? `Espera unos ${minutes} minutos y prueba otra vez`
    : 'Espera un minuto y prueba otra vez';
}

export function errorMessageOf(code: string | string[] | undefined): string | null {
  return typeof code === 'string' && Object.hasOwn(errorMessages, code)
    ? errorMessages[code as ErrorCode]
    : null;
}
