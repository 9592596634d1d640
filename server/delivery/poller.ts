export interface Poller {
  /** Works now, or once more after the work in hand. */
  wake(): void;
  /** Resolves when the work in hand has ended; nothing is begun any more. */
  stop(): Promise<void>;
}

/** Works at once, when woken, and every `interval` milliseconds. Never twice at a time. */
export function poll(
  work: () => Promise<unknown>,
  interval: number,
  onError: (error: unknown) => void,
): Poller {
  let stopped = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    clearTimeout(timer);
    do {
      woken = false;
      await work().catch(onError);
    } while (woken && !stopped);
    running = undefined;
    if (!stopped) timer = setTimeout(wake, interval);
  }

  function wake(): void {
    if (stopped) return;
    woken = true;
    running ??= run();
  }

  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
