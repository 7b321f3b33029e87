ALTER TABLE `payments` ADD `lead_id` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `lead_basis` text;--> statement-breakpoint
CREATE INDEX `payments_by_lead` ON `payments` (`lead_id`) WHERE lead_id is not null;--> statement-breakpoint
-- Payments of earlier versions whose request names no lead were added to the payer's newest lead.
UPDATE payments SET lead_id = e.lead_id, lead_basis = 'guess'
FROM (SELECT detail ->> '$.buyOrder' AS buy_order, max(lead_id) AS lead_id FROM lead_events
	WHERE kind = 'payment' AND detail ->> '$.state' IN ('authorized', 'refunded', 'partly-refunded') GROUP BY 1) e
WHERE e.buy_order = payments.buy_order AND NOT EXISTS (
	SELECT 1 FROM payment_requests r WHERE r.id = payments.payment_request_id AND r.lead_id IS NOT NULL);
