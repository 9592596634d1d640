import { skipToken, useQuery } from '@tanstack/react-query';
import { ApiError, client } from './client.ts';

interface Notice {
  /** For a screen reader. */
  said?: string | undefined;
  /** What went wrong. */
  fault?: string | undefined;
}

const queryKey = ['notice'];

/** Shows a notice above the page and replaces the one before. */
export function notify(notice: Notice): void {
  client.setQueryData<Notice>(queryKey, notice);
}

/** For a request that failed: if no answer came, it may have been done. */
export function notifyFailure(error: Error): void {
  const isSilent = error instanceof ApiError && error.status === 0;
  notify({
    fault: isSilent
      ? 'The server did not answer. The change may or may not have been made: check the list.'
      : 'That did not work, and nothing was changed. Please try again.',
  });
}

/** What the last change came to. */
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
