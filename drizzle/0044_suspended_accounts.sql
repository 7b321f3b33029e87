ALTER TABLE `accounts` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `suspended_reason` text;--> statement-breakpoint
CREATE INDEX `accounts_by_rut` ON `accounts` (`rut`) WHERE rut is not null;