-- Finds the other leads of a company, for 'Asked before'.
CREATE INDEX booking_requests_company ON booking_requests (company_name COLLATE NOCASE);
-- Finds postponed leads.
CREATE INDEX booking_requests_follow_up ON booking_requests (follow_up_at)
  WHERE follow_up_at IS NOT NULL;
