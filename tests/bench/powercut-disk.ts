import type { Chance } from '../simulation/chance.ts';

/** The unit in bytes that a disk writes completely or not at all. */
const sectorSize = 512;

/** A call that changes the disk or makes a change safe. `file` is a name in the folder. */
export type DiskCall =
  | { kind: 'create' | 'unlink' | 'sync'; file: string }
  | { kind: 'write'; file: string; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'sync folder' };

interface DiskFile {
  /** The content at the last sync. */
  safe: Buffer;
  size: number;
  /** Every size since then, beginning with the synced one. */
  sizes: number[];
  writes: { at: number; bytes: Buffer }[];
}

/**
 * One folder of a disk, and its possible states after a power cut:
 *
 * - A written sector has one of its states since the last sync of its file, so any write can be lost, torn at a
 *   border of sectors, or kept while an earlier one is lost. Bytes of a sector that were not written stay.
 * - A file has one of its sizes since its last sync. Unwritten bytes are zero.
 * - New and deleted names are kept in their order up to one of them, at least up to the last sync of the folder.
 *
 * `ignoresSyncs`: a disk that only claims to have written.
 */
export function createDisk(ignoresSyncs = false) {
  let safeNames = new Map<string, DiskFile>();
  let names = new Map<string, DiskFile>();
  let unsafeNames: Map<string, DiskFile>[] = [];

  function fileNamed(name: string): DiskFile {
    const file = names.get(name);
    if (file === undefined) throw new Error(`${name} was written before it was created`);
    return file;
  }

  function rename(change: (next: Map<string, DiskFile>) => void): void {
    names = new Map(names);
    change(names);
    unsafeNames.push(names);
  }

  return {
    apply(call: DiskCall): void {
      if (call.kind === 'sync folder') {
        if (ignoresSyncs) return;
        safeNames = names;
        unsafeNames = [];
      } else if (call.kind === 'create') {
        if (names.has(call.file)) return;
        const empty = { safe: Buffer.alloc(0), size: 0, sizes: [0], writes: [] };
        rename((next) => next.set(call.file, empty));
      } else if (call.kind === 'unlink') rename((next) => next.delete(call.file));
      else if (call.kind === 'write') write(fileNamed(call.file), call.at, call.bytes);
      else if (call.kind === 'truncate') truncate(fileNamed(call.file), call.size);
      else if (!ignoresSyncs) sync(fileNamed(call.file));
    },
    /** The files as a power cut now could leave them. */
    cut(chance: Chance): Map<string, Buffer> {
      const kept = chance.pick([safeNames, ...unsafeNames]) ?? safeNames;
      return new Map([...kept].map(([name, file]) => [name, contentOf(file, chance)]));
    },
  };
}

function write(file: DiskFile, at: number, bytes: Buffer): void {
  file.writes.push({ at, bytes });
  file.size = Math.max(file.size, at + bytes.length);
  file.sizes.push(file.size);
}

/** Cut-off bytes read as zeros if the file grows again. */
function truncate(file: DiskFile, size: number): void {
  if (size < file.size) file.writes.push({ at: size, bytes: Buffer.alloc(file.size - size) });
  file.size = size;
  file.sizes.push(size);
}

function sync(file: DiskFile): void {
  const content = Buffer.alloc(Math.max(...file.sizes));
  file.safe.copy(content);
  for (const { at, bytes } of file.writes) bytes.copy(content, at);
  file.safe = content.subarray(0, file.size);
  file.sizes = [file.size];
  file.writes = [];
}

function contentOf({ safe, sizes, writes }: DiskFile, chance: Chance): Buffer {
  const content = Buffer.alloc(Math.max(...sizes));
  safe.copy(content);
  // Some cuts lose nearly all unsynced changes, others nearly none.
  const kept = chance.random();
  for (const pieces of sectorsOf(writes).values())
    for (const { at, bytes } of pieces) {
      if (!chance.happens(kept)) break;
      bytes.copy(content, at);
    }
  return content.subarray(0, chance.pick(sizes) ?? 0);
}

/** The writes split at sector borders: for each sector its pieces, in order. */
function sectorsOf(writes: DiskFile['writes']): Map<number, DiskFile['writes']> {
  const sectors = new Map<number, DiskFile['writes']>();
  for (const { at, bytes } of writes)
    for (let from = 0; from < bytes.length; ) {
      const sector = Math.floor((at + from) / sectorSize);
      const to = Math.min(bytes.length, (sector + 1) * sectorSize - at);
      const pieces = sectors.get(sector) ?? [];
      pieces.push({ at: at + from, bytes: bytes.subarray(from, to) });
      sectors.set(sector, pieces);
      from = to;
    }
  return sectors;
}
