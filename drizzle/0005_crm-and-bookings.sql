DROP INDEX `deliveries_due`;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `channel` text GENERATED ALWAYS AS (case when lane like '%/crm' then 'crm' else 'mail' end) VIRTUAL;--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`channel`,`due_at`) WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE `leads` ADD `state_at` integer;--> statement-breakpoint
ALTER TABLE `leads` ADD `crm_contact` text;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `subject` text;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `replaces` text;--> statement-breakpoint
CREATE INDEX `webhook_events_by_subject` ON `webhook_events` (`source`,`subject`);--> statement-breakpoint
CREATE INDEX `webhook_events_by_replaced` ON `webhook_events` (`replaces`) WHERE replaces is not null;