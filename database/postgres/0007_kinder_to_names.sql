-- The rules of booking/spam_signals.ts again, which set fewer real names aside and find more links. What
-- was stored before keeps its reasons.
CREATE OR REPLACE FUNCTION booking_private.spam_signals_of(name text, company_name text)
RETURNS text LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT string_agg(code, ' ' ORDER BY place)
  FROM
    (VALUES (
      'https?://|www\.[^\s.]+\.|[^\s./@]\.(com|net|org|io|me|ru|cn|info|biz|top|xyz|shop|online|site|club|ly|gl|link|click)/\S',
      '(https?://)?(www\.)?(linkedin\.com/in|xing\.com/profile)/\S+',
      '<[a-z][^<>]*[\s/][a-z-]+=|</a>|<script>|\[(url|link)=',
      '(\S+\s+){11}\S'
    )) AS pattern (link, profile, markup, sentence),
    LATERAL (VALUES
      (1, 'link-in-name', 2,
        regexp_replace(name, profile, '', 'gi') ~* link AND name !~* '^www\.[^\s/]+$'),
      (2, 'markup', 2, name ~* markup OR company_name ~* markup),
      (3, 'link-in-company', 1, company_name ~* link),
      (4, 'same-words', 1, name = company_name),
      (5, 'sentence', 1, name <> company_name
        AND (name ~ sentence OR (company_name ~ sentence AND company_name !~* '(https?://|www\.)\S+$')))
    ) AS signal (place, code, weight, found)
  WHERE found HAVING sum(weight) >= 2
$$;

INSERT INTO booking_private.migrations (version) VALUES (7);
