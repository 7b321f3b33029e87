UPDATE documents SET expires_at = NULL, counted_from = 'unread'
WHERE json_extract(reading, '$.endUnread') = 1 AND json_extract(reading, '$.category') = category
  AND coalesce(counted_from, '') <> 'typed';
