// Times as the provider reads them: milliseconds since 1970, or ISO 8601. Without a zone, in the machine's own.

const dateParts = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const timeParts = { hour: '2-digit', minute: '2-digit' } as const;

/** With its year: 'Fri, 27 Nov 2026, 10:10'. */
export function formatExact(time: number | string, timeZone?: string): string {
  const parts = { ...dateParts, year: 'numeric', ...timeParts, timeZone } as const;
  return new Intl.DateTimeFormat('en-GB', parts).format(new Date(time));
}

/** 'Fri 27 Nov, 10:10'. */
export function formatMoment(time: number | string, timeZone: string): string {
  return `${formatDay(time, timeZone)}, ${formatClock(time, timeZone)}`;
}

/** 'Fri 27 Nov'. A date such as `2026-11-27` needs the zone UTC. */
export function formatDay(time: number | string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { ...dateParts, timeZone });
  return format.format(new Date(time)).replace(',', '');
}

/** '10:10'. */
export function formatClock(time: number | string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', { ...timeParts, timeZone }).format(new Date(time));
}
