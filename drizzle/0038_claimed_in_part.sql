DROP INDEX `issued_by_end`;--> statement-breakpoint
CREATE INDEX `issued_by_end` ON `issued_guarantees` (`valid_to`,`number`) WHERE said is null or said = 'cobrada';