-- A request that was charged and offered all the same belongs to what was charged first.
UPDATE `payment_requests` SET `paid_by` = (
	SELECT min(p.`id`) FROM `payments` p
	WHERE p.`payment_request_id` = `payment_requests`.`id` AND p.`state` IN ('authorized', 'refunded')
) WHERE `paid_by` IS NULL;
--> statement-breakpoint
-- Whoever holds a request lets go of it only by coming to nothing: no verb frees another's.
CREATE TRIGGER `payment_requests_held` BEFORE UPDATE OF `paid_by` ON `payment_requests`
WHEN OLD.`paid_by` IS NOT NULL AND NEW.`paid_by` IS NOT OLD.`paid_by` AND EXISTS (
	SELECT 1 FROM `payments` p WHERE p.`id` = OLD.`paid_by` AND (
		p.`state` NOT IN ('failed', 'aborted', 'expired') OR p.`reason` = 'mismatch'
	)
)
BEGIN
	SELECT RAISE(ABORT, 'another payment holds this request');
END;
--> statement-breakpoint
-- Money is asked for only by whoever holds the request, and never once it is paid.
CREATE TRIGGER `payment_commits_held` BEFORE UPDATE OF `commit_asked_at` ON `payments`
WHEN NEW.`commit_asked_at` IS NOT NULL AND NEW.`payment_request_id` IS NOT NULL AND (
	NOT EXISTS (
		SELECT 1 FROM `payment_requests` r
		WHERE r.`id` = NEW.`payment_request_id` AND r.`paid_by` = NEW.`id`
	) OR EXISTS (
		SELECT 1 FROM `payments` p WHERE p.`payment_request_id` = NEW.`payment_request_id`
		AND p.`id` <> NEW.`id` AND p.`state` IN ('authorized', 'refunded')
	)
)
BEGIN
	SELECT RAISE(ABORT, 'another payment holds this request');
END;
