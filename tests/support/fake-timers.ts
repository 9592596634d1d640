import { onTestFinished, vi } from 'vitest';

type Fakeable = 'Date' | 'setTimeout' | 'setInterval' | 'clearInterval';

/** Moves only these timers, not the clock that a test sets itself, until the test is over. */
export function useFakeTimers(...toFake: Fakeable[]): void {
  vi.useFakeTimers({ toFake });
  onTestFinished(() => void vi.useRealTimers());
}
