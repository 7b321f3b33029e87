ALTER TABLE `payment_refunds` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `payment_refunds` ADD `note` text;