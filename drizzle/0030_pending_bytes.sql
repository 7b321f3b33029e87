CREATE TABLE `pending_bytes` (
	`id` integer PRIMARY KEY NOT NULL,
	`total` integer NOT NULL
);

--> statement-breakpoint
INSERT INTO pending_bytes (id, total) SELECT 1, coalesce(sum(size), 0) FROM uploads WHERE sender IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `pending_bytes_insert` AFTER INSERT ON `uploads` WHEN new.sender IS NOT NULL AND new.size > 0 BEGIN
	UPDATE pending_bytes SET total = total + new.size;
END;
--> statement-breakpoint
CREATE TRIGGER `pending_bytes_delete` AFTER DELETE ON `uploads` WHEN old.sender IS NOT NULL AND old.size > 0 BEGIN
	UPDATE pending_bytes SET total = total - old.size;
END;
--> statement-breakpoint
CREATE TRIGGER `pending_bytes_update` AFTER UPDATE OF sender, size ON `uploads`
WHEN (old.sender IS NOT NULL AND old.size > 0) OR (new.sender IS NOT NULL AND new.size > 0) BEGIN
	UPDATE pending_bytes SET total = total
		- CASE WHEN old.sender IS NULL THEN 0 ELSE coalesce(old.size, 0) END
		+ CASE WHEN new.sender IS NULL THEN 0 ELSE coalesce(new.size, 0) END;
END;
