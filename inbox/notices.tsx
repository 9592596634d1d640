import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface Notices {
  /** Says it to a screen reader. */
  announce(text: string): void;
  /** Shows what went wrong, above the page; empty: nothing did. */
  fail(text: string): void;
  fault: string;
}

const NoticesContext = createContext<Notices>({ announce() {}, fail() {}, fault: '' });

/** What the parts of the inbox report. */
export const useNotices = () => useContext(NoticesContext);

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [announcement, announce] = useState('');
  const [fault, fail] = useState('');
  const notices = useMemo(() => ({ announce, fail, fault }), [fault]);
  return (
    <NoticesContext value={notices}>
      {children}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </NoticesContext>
  );
}

export function Fault() {
  const { fault, fail } = useNotices();
  return (
    <div role="alert" className="faults">
      {fault && (
        <p className="banner">
          {fault}{' '}
          <button type="button" className="quiet" onClick={() => fail('')}>
            Dismiss
          </button>
        </p>
      )}
    </div>
  );
}
