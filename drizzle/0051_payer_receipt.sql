ALTER TABLE `payments` ADD `receipt_email` text;--> statement-breakpoint
CREATE INDEX `payments_by_receipt_email` ON `payments` (`receipt_email`) WHERE receipt_email is not null;