ALTER TABLE `deliveries` ADD `provider_id` text;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `arrival` text;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `arrival_at` integer;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `arrival_reason` text;--> statement-breakpoint
CREATE INDEX `deliveries_by_provider_id` ON `deliveries` (`provider_id`) WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX `deliveries_returned` ON `deliveries` (`arrival_at`) WHERE arrival in ('failed', 'suppressed', 'bounced');