import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Actions, Builder, Capabilities, error, Key } from 'selenium-webdriver';
import { startChild } from './child.ts';
import type { Engine } from './visitor.ts';

const keys = { Enter: Key.ENTER, Tab: Key.TAB };

/** Starts WebKitGTK on its own screen, driven by WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function startWebKit(): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'lodemark-webkit-'));
  await writeToolkitSettings(join(home, 'gtk-3.0'));
  // Xvfb writes the number of its display to standard error.
  const screen = startChild('Xvfb', ['-displayfd', '2', '-screen', '0', '2560x1440x24']);
  const display = () => /^\d+\n/m.exec(screen.output())?.[0].trim();
  await screen.until(async () => display());
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home };
  const driver = startChild('WebKitWebDriver', ['--port=0', '--host=127.0.0.1'], {
    // Do not use the bus and the screen reader of the person who runs the tests.
    env: {
      ...process.env,
      ...folders,
      DISPLAY: `:${display()}`,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      NO_AT_BRIDGE: '1',
      // Without a GPU the compositor uses Mesa's llvmpipe, which sometimes crashes the page
      // (docs/decisions/0020-three-engines.md). Without the compositor a test takes 40 % less processor time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
    stdio: 'ignore',
  });
  let port: number | undefined;
  await driver.until(async () => {
    port = await listeningPort(driver.pid);
    return port;
  });
  const capabilities = new Capabilities();
  capabilities.set('browserName', 'MiniBrowser');
  capabilities.set('webkitgtk:browserOptions', { args: ['--automation', '--full-screen'] });
  const browser = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build();

  // As for a page load. A slow machine reaches the default of 30 seconds, but a test ends first (playwright.config.ts).
  await browser.manage().setTimeouts({ script: 300_000 });

  const perform = (actions: Actions) =>
    actions.perform().catch((thrown: unknown) => {
      // An action that leaves the page loses its answer.
      if (!(thrown instanceof error.WebDriverError && thrown.message === '')) throw thrown;
    });

  return {
    version: `WebKitGTK ${(await browser.getCapabilities()).get('browserVersion')}`,
    open: (url) => browser.get(url),
    async resize(width, height) {
      await browser.manage().window().setRect({ x: 0, y: 0, width, height });
      // The layout for the new size follows in a later frame. A window that is not shown yet draws no frame.
      await browser.executeAsyncScript(
        `const [done] = arguments;
         requestAnimationFrame(() => requestAnimationFrame(() => done()));
         if (document.visibilityState === 'hidden' || location.protocol === 'about:') done();`,
      );
    },
    run: (expression) => browser.executeScript(`return ${expression}`),
    tap: (x, y) => perform(browser.actions().move({ x, y, duration: 0 }).press().release()),
    type: (text) => perform(browser.actions().sendKeys(text)),
    press: (key) => perform(browser.actions().sendKeys(keys[key])),
    paste: () => perform(browser.actions().keyDown(Key.CONTROL).sendKeys('v').keyUp(Key.CONTROL)),
    async stop() {
      await browser.quit();
      await driver.stop();
      await screen.stop();
      // The browser's processes may still write for a moment.
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/**
 * The port on which the process listens. WebKitWebDriver does not print the port that the kernel gives it. A port that
 * is probed before can be taken in the meantime. https://man7.org/linux/man-pages/man5/proc_pid_net.5.html
 */
async function listeningPort(pid: number | undefined): Promise<number | undefined> {
  const files = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`)));
  const table = await readFile(`/proc/${pid}/net/tcp`, 'utf8');
  const sockets = table.split('\n').map((line) => line.trim().split(/\s+/));
  const listening = '0A';
  const socket = sockets.find(
    ([, , , state, , , , , , inode]) => state === listening && links.includes(`socket:[${inode}]`),
  );
  const port = socket?.[1]?.split(':')[1];
  return port ? Number.parseInt(port, 16) : undefined;
}

/** Turns motion off and makes the window's controls small, so that it can be as narrow as a phone. */
async function writeToolkitSettings(folder: string): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const css = '* { min-width: 0; min-height: 0; margin: 0; border: 0; padding: 0; font-size: 1px }';
  await writeFile(join(folder, 'gtk.css'), css);
}
