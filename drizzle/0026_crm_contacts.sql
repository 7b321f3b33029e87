CREATE TABLE `crm_contacts` (
	`email` text NOT NULL,
	`contact_id` text NOT NULL,
	PRIMARY KEY(`email`, `contact_id`)
);
--> statement-breakpoint
CREATE INDEX `crm_contacts_by_id` ON `crm_contacts` (`contact_id`);
--> statement-breakpoint
INSERT INTO `crm_contacts` (`email`, `contact_id`)
	SELECT DISTINCT `email`, `crm_contact_id` FROM `leads` WHERE `crm_contact_id` IS NOT NULL AND `erased_at` IS NULL;
--> statement-breakpoint
UPDATE `deliveries` SET `payload` = json_set(json_remove(`payload`, '$.contactId'), '$.contactIds', json_array(`payload` ->> '$.contactId'))
	WHERE `kind` = 'lead.crm-erase' AND `payload` ->> '$.contactId' IS NOT NULL;
