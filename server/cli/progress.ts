/** Fewer than this are written before anybody could look. */
const worthShowing = 5_000;

/** A bar on a terminal for long work; nothing where `stream` is no terminal. */
export function showProgress(stream: NodeJS.WritableStream, total: number) {
  const shown = 'isTTY' in stream && stream.isTTY === true && total >= worthShowing;
  let count = 0;
  return {
    add(more: number): void {
      count += more;
      if (!shown) return;
      const share = Math.min(1, count / total);
      const bar = '#'.repeat(Math.round(share * 30)).padEnd(30, '.');
      stream.write(`\r[${bar}] ${Math.round(share * 100)} % ${count} of ${total}`);
    },
    end(): void {
      if (shown && count > 0) stream.write('\n');
    },
    done: (): number => count,
  };
}
