-- Names that a stranger would search for, in place of told, said, asked and lane.
ALTER TABLE `asked_papers` RENAME TO `requested_documents`;--> statement-breakpoint
ALTER TABLE `requested_documents` RENAME COLUMN `asked_at` TO `requested_at`;--> statement-breakpoint
ALTER TABLE `uploads` RENAME COLUMN `paper_id` TO `requested_document_id`;--> statement-breakpoint
ALTER TABLE `deliveries` RENAME COLUMN `lane` TO `partition`;--> statement-breakpoint
ALTER TABLE `factor_resets` RENAME COLUMN `asked_by` TO `requested_by`;--> statement-breakpoint
ALTER TABLE `factor_resets` RENAME COLUMN `asked_at` TO `requested_at`;--> statement-breakpoint
ALTER TABLE `issued_guarantees` RENAME COLUMN `said` TO `reported`;--> statement-breakpoint
ALTER TABLE `payments` RENAME COLUMN `commit_asked_at` TO `commit_requested_at`;--> statement-breakpoint
ALTER TABLE `payment_refunds` RENAME COLUMN `asked_at` TO `requested_at`;--> statement-breakpoint
ALTER TABLE `share_links` RENAME COLUMN `asked_at` TO `requested_at`;--> statement-breakpoint
DROP INDEX `asked_papers_by_lead`;--> statement-breakpoint
CREATE INDEX `requested_documents_by_lead` ON `requested_documents` (`lead_id`,`id`);--> statement-breakpoint
DROP INDEX `asked_papers_due`;--> statement-breakpoint
CREATE INDEX `requested_documents_due` ON `requested_documents` (`remind_at`) WHERE remind_at is not null;--> statement-breakpoint
DROP INDEX `deliveries_lane`;--> statement-breakpoint
CREATE INDEX `deliveries_partition` ON `deliveries` (`partition`,`state`,`id`);--> statement-breakpoint
DROP INDEX `uploads_by_paper`;--> statement-breakpoint
CREATE INDEX `uploads_by_requested_document` ON `uploads` (`requested_document_id`) WHERE requested_document_id is not null;
