import { useCopy } from '../copy.ts';

/** Cal.com and Calendly read `name` and `email` from the query. */
const prefilled = /^(.+\.)?(cal\.com|calendly\.com)$/;

/** A link to choose a time for the call. Empty without SCHEDULING_URL. */
export function ScheduleLink({ url }: { url: string | undefined }) {
  const { contactRule } = useCopy();
  if (url === undefined) return null;
  const isPrefilled = prefilled.test(new URL(url).hostname);
  return (
    <p className="tall-links">
      <a className="schedule-link" href={url} data-prefill={isPrefilled ? '' : undefined}>
        {contactRule.chooseTime}
      </a>
    </p>
  );
}
