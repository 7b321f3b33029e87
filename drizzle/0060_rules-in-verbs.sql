ALTER TABLE `leads` ADD `is_paid` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- The newest money since the last conditions; tries that failed take none away.
UPDATE `leads` SET `is_paid` = 1
WHERE `kind` = 'garantia' AND `erased_at` IS NULL AND `state` NOT IN ('rechazada', 'emitida') AND coalesce((
	SELECT e.`detail` ->> '$.state' FROM `lead_events` e
	WHERE e.`lead_id` = `leads`.`id` AND (e.`kind` = 'conditions' OR e.`kind` = 'payment'
		AND e.`detail` ->> '$.state' IN ('authorized', 'partly-refunded', 'refunded', 'requested'))
	ORDER BY e.`id` DESC LIMIT 1
), '') IN ('authorized', 'partly-refunded');
--> statement-breakpoint
-- Rules are kept by the verbs that make the change; triggers keep leads' search, sums and the audit trail.
DROP TRIGGER `watched_tenders_of_request`;--> statement-breakpoint
DROP TRIGGER `watched_tenders_of_moved_request`;--> statement-breakpoint
DROP TRIGGER `watched_tenders_of_guarantee`;--> statement-breakpoint
DROP TRIGGER `leads_meet_tender`;--> statement-breakpoint
DROP TRIGGER `leads_follow_tender`;--> statement-breakpoint
DROP TRIGGER `payment_requests_held`;--> statement-breakpoint
DROP TRIGGER `payment_commits_held`;--> statement-breakpoint
DROP TRIGGER `marketplace_buyers_fts_insert`;--> statement-breakpoint
DROP TRIGGER `marketplace_buyers_fts_update`;--> statement-breakpoint
DROP TRIGGER `marketplace_buyers_fts_delete`;--> statement-breakpoint
DROP TRIGGER `marketplace_suppliers_fts_insert`;--> statement-breakpoint
DROP TRIGGER `marketplace_suppliers_fts_update`;--> statement-breakpoint
DROP TRIGGER `marketplace_suppliers_fts_delete`;--> statement-breakpoint
DROP TRIGGER `marketplace_tenders_fts_insert`;--> statement-breakpoint
DROP TRIGGER `marketplace_tenders_fts_update`;--> statement-breakpoint
DROP TRIGGER `marketplace_tenders_fts_delete`;--> statement-breakpoint
DROP TRIGGER `leads_search_insert`;--> statement-breakpoint
CREATE TRIGGER `leads_search_insert` AFTER INSERT ON `leads` BEGIN
	INSERT INTO leads_search (rowid, name, email, rut, company, tender_id, phone, message, about, tender_words)
	SELECT * FROM searchable_leads WHERE id = new.id;
END;
