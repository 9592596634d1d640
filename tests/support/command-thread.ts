// A thread that runs commands of ./lodemark one after the other, so that the modules are loaded once. Output that
// bypasses `process.stdout`, such as the log of `deliver`, is not returned.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const file = pathToFileURL(`${workerData}/server/cli/lodemark.ts`);
let count = 0;

parentPort?.on('message', async ({ args, environment }) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  Object.defineProperties(process, { stdout: { value: stdout }, stderr: { value: stderr } });
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  process.env = environment;
  process.exitCode = undefined;
  const printed = Promise.all([text(stdout), text(stderr)]);
  // Loading the main module again runs the command.
  count += 1;
  await import(`${file}?${count}`);
  stdout.end();
  stderr.end();
  const [out, error] = await printed;
  parentPort?.postMessage({ code: process.exitCode ?? 0, stdout: out, stderr: error });
});
