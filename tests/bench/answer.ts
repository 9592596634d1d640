import http from 'node:http';

/** What a server answers, as it goes over the wire. */
export interface Answer {
  /** Name, value, name, value … without those that every server makes itself. */
  headers: string[];
  /** In base64. */
  body: string;
}

/** The least that a browser can be shown. */
export const emptyPage: Answer = {
  headers: ['Content-Type', 'text/html; charset=utf-8'],
  body: Buffer.from('<!doctype html><html lang="en"><title>Empty</title>').toString('base64'),
};

/** One request as a browser makes it, its answer not decompressed. */
export function answerOf(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
    http
      .get(url, { headers, agent: false }, async (response) => {
        const body = Buffer.concat(await response.toArray()).toString('base64');
        const own = response.rawHeaders.filter((_, index, all) => {
          const name = all[index - (index % 2)]?.toLowerCase() ?? '';
          return !['connection', 'date', 'keep-alive'].includes(name);
        });
        resolve({ headers: own, body });
      })
      .on('error', reject);
  });
}
