import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The holder touches its lock every second; one untouched for this long (ms) was left by a killed process. */
const abandonedAfter = 10_000;

/** Runs `work` while no other process holds the lock file at `path`; waits for its turn. */
export async function withLock(path, work) {
  if (!take(path)) {
    console.error('Waiting for another set-up in this folder …');
    do await sleep(200);
    while (!take(path));
  }
  const touch = setInterval(
    () => statSync(path, { throwIfNoEntry: false }) && utimesSync(path, new Date(), new Date()),
    1000,
  );
  const drop = () => rmSync(path, { force: true });
  process.once('exit', drop);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    process.off('exit', drop);
    drop();
  }
}

function take(path) {
  const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (touched && Date.now() - touched > abandonedAfter) rmSync(path, { force: true });
  try {
    writeFileSync(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
