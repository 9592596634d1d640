-- For 'asked before': the other leads of a company.
CREATE INDEX booking_requests_company ON booking_requests (company_name COLLATE NOCASE);
-- For the leads that return to the list.
CREATE INDEX booking_requests_follow_up ON booking_requests (follow_up_at)
  WHERE follow_up_at IS NOT NULL;
