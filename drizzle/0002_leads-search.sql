CREATE VIRTUAL TABLE `leads_search` USING fts5(
	name, email, rut, company, tender_id,
	content='leads', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3'
);
--> statement-breakpoint
CREATE TRIGGER `leads_search_insert` AFTER INSERT ON `leads` BEGIN
	INSERT INTO leads_search (rowid, name, email, rut, company, tender_id)
	VALUES (new.id, new.name, new.email, new.rut, new.company, new.tender_id);
END;
--> statement-breakpoint
CREATE TRIGGER `leads_search_delete` AFTER DELETE ON `leads` BEGIN
	INSERT INTO leads_search (leads_search, rowid, name, email, rut, company, tender_id)
	VALUES ('delete', old.id, old.name, old.email, old.rut, old.company, old.tender_id);
END;
--> statement-breakpoint
CREATE TRIGGER `leads_search_update` AFTER UPDATE OF name, email, rut, company, tender_id ON `leads` BEGIN
	INSERT INTO leads_search (leads_search, rowid, name, email, rut, company, tender_id)
	VALUES ('delete', old.id, old.name, old.email, old.rut, old.company, old.tender_id);
	INSERT INTO leads_search (rowid, name, email, rut, company, tender_id)
	VALUES (new.id, new.name, new.email, new.rut, new.company, new.tender_id);
END;
--> statement-breakpoint
INSERT INTO leads (kind, submission_id, name, email, phone, rut, company, tender_id, answers,
	consent_version, consent_address, request_id, created_at)
SELECT 'garantia', id, nombre, lower(email), telefono, rut,
	coalesce(json_extract(answers, '$.nombreEmpresaOferente'),
		json_extract(answers, '$.nombreEmpresaContratista')),
	tender_id, '{}', consent_version, consent_address, request_id, created_at
FROM submissions ORDER BY id;
