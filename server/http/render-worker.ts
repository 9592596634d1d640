// The thread that renders the site and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { loadSite } from './built-site.ts';
import { type RenderTask, renderAll } from './render.ts';

const { folder, settings }: RenderTask = workerData;
parentPort?.postMessage(await renderAll(await loadSite(folder), settings));
