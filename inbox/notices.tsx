import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { ApiError, client } from './client.ts';

interface Notice {
  text: string;
  /** Whether to show a banner. Other notices are only for screen readers, because the page shows the result. */
  isFault: boolean;
}

const queryKey = ['notice'];

/** Shows a notice above the page. It replaces the previous one. */
export function notify(text: string, isFault = false): void {
  client.setQueryData<Notice>(queryKey, { text, isFault });
}

function dismissFault(): void {
  client.setQueryData<Notice>(queryKey, (now) => now && { ...now, isFault: false });
}

/** For a failed request. Without an answer, the change may still have been made. */
export function notifyFailure(error: Error): void {
  const text =
    error instanceof ApiError
      ? 'That did not work, and nothing was changed. Please try again.'
      : 'The server did not answer. The change may or may not have been made: check the list.';
  notify(text, true);
}

export function Notices() {
  const { data: notice } = useQuery<Notice>({ queryKey, queryFn: skipToken });
  const address = useLocationProperty(() => location.href);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fault leaves with the page on which it appeared
  useEffect(() => dismissFault, [address]);
  return (
    <>
      <p role="status" className="visually-hidden">
        {notice?.isFault ? '' : notice?.text}
      </p>
      <div role="alert" className="faults">
        {notice?.isFault && (
          <p className="banner">
            {notice.text}{' '}
            <button type="button" className="quiet" onClick={dismissFault}>
              Dismiss
            </button>
          </p>
        )}
      </div>
    </>
  );
}
