import { skipToken, useQuery } from '@tanstack/react-query';
import { ApiError, client } from './client.ts';

interface Notice {
  /** Announced by a screen reader. */
  said?: string | undefined;
  /** Shown as a banner. */
  fault?: string | undefined;
}

const queryKey = ['notice'];

/** Shows a notice above the page. It replaces the previous one. */
export function notify(notice: Notice): void {
  client.setQueryData<Notice>(queryKey, notice);
}

/** For a failed request. Without an answer, the change may still have been made. */
export function notifyFailure(error: Error): void {
  const isSilent = error instanceof ApiError && error.status === 0;
  notify({
    fault: isSilent
      ? 'The server did not answer. The change may or may not have been made: check the list.'
      : 'That did not work, and nothing was changed. Please try again.',
  });
}

/** The result of the last change. */
export function Notices() {
  const { said, fault } = useQuery<Notice>({ queryKey, queryFn: skipToken }).data ?? {};
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div role="alert" className="faults">
        {fault && (
          <p className="banner">
            {fault}{' '}
            <button type="button" className="quiet" onClick={() => notify({})}>
              Dismiss
            </button>
          </p>
        )}
      </div>
    </>
  );
}
