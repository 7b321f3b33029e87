ALTER TABLE `documents` ADD `issued_at` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `counted_from` text;--> statement-breakpoint
-- An end as far from the upload as its category lives, by an hour, was counted from there.
UPDATE documents SET counted_from = CASE
  WHEN expires_at - uploaded_at BETWEEN 86400000 * (CASE
    WHEN category IN ('certificado_deuda_tgr', 'certificado_f30', 'certificado_f30_1', 'informe_comercial') THEN 30
    WHEN category = 'certificado_antecedentes' THEN 60
    WHEN category = 'certificado_vigencia' THEN 82
    WHEN category IN ('poderes_vigentes', 'carpeta_tributaria', 'formulario_29') THEN 90
    WHEN category IN ('balance_general', 'formulario_22') THEN 365
    WHEN category = 'cedula_identidad' THEN 1826 END) - 3600000
  AND 86400000 * (CASE
    WHEN category IN ('certificado_deuda_tgr', 'certificado_f30', 'certificado_f30_1', 'informe_comercial') THEN 31
    WHEN category = 'certificado_antecedentes' THEN 61
    WHEN category = 'certificado_vigencia' THEN 96
    WHEN category IN ('poderes_vigentes', 'carpeta_tributaria', 'formulario_29') THEN 91
    WHEN category IN ('balance_general', 'formulario_22') THEN 366
    WHEN category = 'cedula_identidad' THEN 1828 END) + 3600000
  THEN 'uploaded' ELSE 'typed' END
WHERE expires_at IS NOT NULL;
