UPDATE leads SET about = about || ' ' || types.words FROM (
	SELECT id, (SELECT group_concat(CASE value ->> '$.tipoGarantia'
		WHEN 'seriedad' THEN 'Seriedad de la oferta'
		WHEN 'cumplimiento' THEN 'Fiel cumplimiento'
		WHEN 'anticipo' THEN 'Anticipo'
		WHEN 'ejecucion' THEN 'Correcta ejecución'
		WHEN 'responsabilidad' THEN 'Responsabilidad civil'
		WHEN 'capital_trabajo' THEN 'Capital de trabajo'
		WHEN 'factoring' THEN 'Factoring'
		WHEN 'canje_retenciones' THEN 'Canje de retenciones'
	END, ' ') FROM json_each(answers, '$.garantias')) AS words FROM submissions) types
WHERE types.id = leads.submission_id AND types.words IS NOT NULL AND leads.about IS NOT NULL;
