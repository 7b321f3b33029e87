ALTER TABLE `share_links` ADD `recipient_address` text;--> statement-breakpoint
CREATE INDEX `share_links_by_recipient` ON `share_links` (`recipient_address`) WHERE recipient_address is not null;--> statement-breakpoint
CREATE INDEX `company_invitations_to` ON `company_invitations` (`email`);--> statement-breakpoint
CREATE INDEX `deliveries_by_time` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `deliveries_by_kind` ON `deliveries` (`kind`,`created_at`);--> statement-breakpoint
-- As recipientEmail does: the one word with an @, in lower case, or nothing.
UPDATE share_links SET recipient_address = (SELECT iif(count(*) = 1, lower(min(value)), NULL)
	FROM json_each('[' || replace(json_quote(
		replace(replace(replace(replace(replace(replace(replace(replace(recipient, '<', ' '), '>', ' '), '(', ' '), ')', ' '), ',', ' '), ';', ' '), ':', ' '), '"', ' ')
	), ' ', '","') || ']')
	WHERE value LIKE '_%@_%._%' AND value NOT LIKE '%@%@%')
WHERE recipient LIKE '%@%';
