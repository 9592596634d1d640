// The thread that renders the site and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { loadSite, renderAll } from './built-site.ts';

const { folder, settings } = workerData;
parentPort?.postMessage(await renderAll(await loadSite(folder), settings));
