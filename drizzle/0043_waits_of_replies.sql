WITH clock AS (SELECT unixepoch() * 1000 AS now, date('now', '-4 hours') AS day),
  begun AS (SELECT id, state, (SELECT CASE WHEN kind = 'accepted' THEN 'accepted' WHEN coalesce(detail ->> '$.validUntil', '9') >= clock.day THEN 'offered' END
        FROM lead_events WHERE lead_id = leads.id AND kind IN ('conditions', 'accepted') ORDER BY id DESC LIMIT 1) AS offer,
      (SELECT iif(kind = 'papers', detail ->> '$.what', kind) FROM lead_events WHERE lead_id = leads.id
        AND kind IN ('files', 'papers', 'reply', 'conditions', 'accepted', 'state', 'handled', 'reopened') ORDER BY id DESC LIMIT 1) AS last
    FROM leads, clock WHERE kind = 'garantia' AND state IN ('recibida', 'en_revision', 'aprobada') AND erased_at IS NULL),
  waiting AS (SELECT begun.id, CASE
      WHEN (SELECT kind FROM lead_events WHERE lead_id = begun.id AND kind IN ('files', 'papers', 'reply', 'conditions', 'state', 'handled')
        ORDER BY id DESC LIMIT 1) = 'files' THEN 'answered'
      WHEN (SELECT detail ->> '$.state' FROM lead_events WHERE lead_id = begun.id AND kind IN ('payment', 'conditions')
        ORDER BY id DESC LIMIT 1) IN ('authorized', 'partly-refunded') THEN 'paid'
      WHEN EXISTS (SELECT 1 FROM payment_requests r LEFT JOIN payments p ON p.id = r.paid_by WHERE r.lead_id = begun.id
        AND r.expires_at > clock.now AND coalesce(p.state, 'created') IN ('created', 'pending')) THEN 'asked'
      WHEN offer = 'offered' THEN 'offered'
      WHEN last IN ('reply', 'asked') THEN 'replied'
      WHEN offer = 'accepted' THEN 'accepted'
      WHEN state <> 'recibida' AND last IS NOT 'handled' THEN 'begun' END AS wait
    FROM begun, clock)
UPDATE leads SET waits = waiting.wait, waits_until = CASE waiting.wait
    WHEN 'asked' THEN (SELECT min(expires_at) FROM payment_requests r WHERE r.lead_id = leads.id AND r.expires_at > unixepoch() * 1000)
    WHEN 'offered' THEN (SELECT unixepoch(detail ->> '$.validUntil', '+27 hours') * 1000 FROM lead_events
      WHERE lead_id = leads.id AND kind = 'conditions' ORDER BY id DESC LIMIT 1) END
  FROM waiting WHERE waiting.id = leads.id AND leads.waits IS NOT waiting.wait;
