import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { freePort } from './free-port.ts';
import { type Engine, inputBy } from './visitor.ts';

/** Starts WebKitGTK on a screen of its own, driven by WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function startWebKit(): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'lodemark-webkit-'));
  await writeToolkitSettings(join(home, 'gtk-3.0'));
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '2560x1440x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = `:${String(await once(screen.stdout, 'data')).trim()}`;
  const port = await freePort();
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home };
  const driver = startChild('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    // Neither the bus nor the screen reader of whoever runs the tests.
    env: {
      ...process.env,
      ...folders,
      DISPLAY: display,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      NO_AT_BRIDGE: '1',
      // Without a GPU its compositor draws through Mesa's llvmpipe, which crashes the page now and then
      // (docs/decisions/0020-three-engines.md). Without it a journey takes 60 % of the processor time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
    stdio: 'ignore',
  });
  const kill = () => screen.kill('SIGKILL');
  process.once('exit', kill);

  const server = `http://127.0.0.1:${port}`;
  await driver.until(() => fetch(`${server}/status`));
  const options = { args: ['--automation', '--full-screen'] };
  const { sessionId, capabilities } = await call(`${server}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `${server}/session/${sessionId}`;

  const execute = (how: 'sync' | 'async', script: string) =>
    call(`${session}/execute/${how}`, 'POST', { script, args: [] });

  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    async open(url) {
      await call(`${session}/url`, 'POST', { url });
    },
    async resize(width, height) {
      await call(`${session}/window/rect`, 'POST', { x: 0, y: 0, width, height });
      // It lays the page out for the new size in a later frame; a window not shown yet draws none.
      await execute(
        'async',
        `const [done] = arguments;
         requestAnimationFrame(() => requestAnimationFrame(() => done()));
         if (document.visibilityState === 'hidden' || location.protocol === 'about:') done();`,
      );
    },
    run: (expression) => execute('sync', `return ${expression}`),
    ...inputBy((actions) =>
      call(`${session}/actions`, 'POST', { actions }).catch((error: Error) => {
        // The answer of an action that leaves the page is lost with it.
        if (error.message !== 'unknown error: ') throw error;
      }),
    ),
    async stop() {
      await call(session, 'DELETE');
      await driver.stop();
      process.off('exit', kill);
      const ended = once(screen, 'exit');
      kill();
      await ended;
      // What the browser itself ends a moment later may still write.
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Motion is not wished. Controls of its own as small as can be: a window is as narrow as a phone. */
async function writeToolkitSettings(folder: string): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const css = '* { min-width: 0; min-height: 0; margin: 0; border: 0; padding: 0; font-size: 1px }';
  await writeFile(join(folder, 'gtk.css'), css);
}

async function call(url: string, method: string, body?: object) {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
