import { onTestFinished, vi } from 'vitest';

type Fakeable = 'Date' | 'setTimeout' | 'setInterval' | 'clearInterval';

/** Fakes only these timers until the test ends, not the clock that the test sets. */
export function useFakeTimers(...toFake: Fakeable[]): void {
  vi.useFakeTimers({ toFake });
  onTestFinished(() => void vi.useRealTimers());
}
