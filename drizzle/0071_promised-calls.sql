-- The sweeper computes anew for what these leads wait: some wait for a call that was promised.
UPDATE leads SET waits_until = 0 WHERE kind <> 'garantia' AND handled_at IS NULL AND erased_at IS NULL
	AND answers ->> '$.respuesta_preferida' LIKE 'Con una llamada %';
