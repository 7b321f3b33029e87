DROP INDEX `issued_by_issuer_number`;--> statement-breakpoint
CREATE INDEX `issued_by_submission` ON `issued_guarantees` (`submission_id`) WHERE submission_id is not null;--> statement-breakpoint
CREATE INDEX `issued_by_issuer_number` ON `issued_guarantees` ((upper(replace(replace(replace(replace(issuer_number, ' ', ''), '.', ''), '/', ''), '-', ''))));--> statement-breakpoint
-- The words of a request also hold the RUTs of its beneficiary and of its issued guarantees.
UPDATE leads SET about = coalesce(about || ' ', '') || ruts.words FROM (
	SELECT id, concat_ws(' ', answers ->> '$.rutInstitucion', answers ->> '$.rutMandantePrivados',
		(SELECT group_concat(holder_rut || ' ' || beneficiary_rut, ' ') FROM issued_guarantees
			WHERE submission_id = submissions.id)) AS words FROM submissions) ruts
WHERE ruts.id = leads.submission_id AND ruts.words <> '' AND leads.erased_at IS NULL;--> statement-breakpoint
CREATE INDEX `payment_refunds_done` ON `payment_refunds` ((coalesce(settled_at, requested_at))) WHERE state = 'done';