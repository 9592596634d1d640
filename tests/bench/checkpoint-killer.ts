// A thread that kills the server in the middle of a checkpoint. SQLite writes page 1 first, with the new
// number of pages, and the last page last (https://sqlite.org/fileformat2.html#in_header_database_size).
import { fstatSync, openSync, readSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { file, pid }: { file: string; pid: number } = workerData;
const handle = openSync(file, 'r');
const header = Buffer.alloc(32);
let pages = 0;
let pageSize = 0;
do {
  readSync(handle, header, 0, header.length, 0);
  pageSize = header.readUInt16BE(16);
  pages = header.readUInt32BE(28);
} while (pages * pageSize <= fstatSync(handle).size);
process.kill(pid, 'SIGKILL');
