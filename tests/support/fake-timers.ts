import { onTestFinished, vi } from 'vitest';

/** Moves only these timers, not the clock that a test sets itself, until the test is over. */
export function useFakeTimers(...toFake: ('setTimeout' | 'setInterval' | 'clearInterval')[]): void {
  vi.useFakeTimers({ toFake });
  onTestFinished(() => void vi.useRealTimers());
}
