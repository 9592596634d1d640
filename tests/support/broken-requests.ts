import { ada } from './ada.ts';
import { publicKey } from './server.ts';

const words = JSON.stringify({ ...ada, name: 'Broken' });
const size = words.length.toString(16);
const head = `POST /rest/v1/booking_requests HTTP/1.1\r\nHost: x\r\napikey: ${publicKey}\r\nContent-Type: application/json\r\n`;
const sized = `${head}Content-Length: ${words.length}\r\n`;
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;

/**
 * Requests on which two programs in a row could disagree where one ends (RFC 9112 §11.2), and
 * other bytes that are no request. None of them may store a row. As latin1.
 */
export const brokenRequests: Readonly<Record<string, string>> = {
  'a length and chunks': `${sized}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'chunks and a length': `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
  'two lengths': `${sized}Content-Length: 3\r\n\r\n${words}`,
  'the same length twice': `${sized}Content-Length: ${words.length}\r\n\r\n${words}`,
  'a list of lengths': `${head}Content-Length: ${words.length}, ${words.length}\r\n\r\n${words}`,
  'a length with a sign': `${head}Content-Length: +${words.length}\r\n\r\n${words}`,
  'a length below zero': `${head}Content-Length: -1\r\n\r\n${words}`,
  'a hexadecimal length': `${head}Content-Length: 0x${size}\r\n\r\n${words}`,
  'a length of twenty digits': `${head}Content-Length: ${'9'.repeat(20)}\r\n\r\n${words}`,
  'a length that is too short': `${head}Content-Length: 10\r\n\r\n${words}`,
  'a coding called xchunked': `${head}Transfer-Encoding: xchunked\r\n\r\n${size}\r\n${words}\r\n0\r\n\r\n`,
  'a coding called identity': `${head}Transfer-Encoding: identity\r\n\r\n${words}`,
  'chunked and not last': `${head}Transfer-Encoding: chunked, identity\r\n\r\n${size}\r\n${words}\r\n0\r\n\r\n`,
  'chunked after another coding': `${head}Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n${size}\r\n${words}\r\n0\r\n\r\n`,
  'two codings': `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  'a blank before the colon': `${head}Transfer-Encoding : chunked\r\n\r\n${size}\r\n${words}\r\n0\r\n\r\n`,
  'a folded header': `${sized}X-Folded: one\r\n two\r\n\r\n${words}`,
  'a folded coding': `${head}Transfer-Encoding:\r\n chunked\r\n\r\n${size}\r\n${words}\r\n0\r\n\r\n`,
  'lines that end in LF alone': `${sized}\r\n${words}`.replaceAll('\r\n', '\n'),
  'a CR alone in a header': `${sized}X: a\rTransfer-Encoding: chunked\r\n\r\n${words}`,
  'NUL in a header': `${sized}X: a\0b\r\n\r\n${words}`,
  'NUL in the path': 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n',
  'a chunk without a size': `${chunked}zz\r\n${words}\r\n0\r\n\r\n`,
  'a chunk of 2^68 bytes': `${chunked}${'F'.repeat(17)}\r\n${words}\r\n0\r\n\r\n`,
  'a chunk longer than it says': `${chunked}2\r\n${words}\r\n0\r\n\r\n`,
  'a chunk that ends in LF alone': `${chunked}${size}\n${words}\r\n0\r\n\r\n`,
  'a chunk with 20 KB of extensions': `${chunked}${size};${'a'.repeat(20_000)}\r\n${words}\r\n0\r\n\r\n`,
  'no host': `${sized.replace('Host: x\r\n', '')}\r\n${words}`,
  '20 KB of one header': `${sized}X: ${'a'.repeat(20_000)}\r\n\r\n${words}`,
  '5,000 headers': `${sized}${Array.from({ length: 5_000 }, (_, i) => `x${i}: 1\r\n`).join('')}\r\n${words}`,
  'a path of 20 KB': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a method that is none': 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n',
  'a tunnel': 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'a version that is none': 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a TLS greeting': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'a path without a slash': 'GET book HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
};

/** Ways out of a folder, in the spellings that servers have fallen for. */
export const traversals = [
  '/../../../etc/passwd',
  '/assets/../../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/%252e%252e%252fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/..\\..\\package.json',
  '/assets/%c0%ae%c0%ae/package.json',
  '/assets/....//....//package.json',
  '/assets/..;/package.json',
  '/assets/%00../package.json',
  '/.env',
  '/.git/config',
  '/data/bookings.db',
  '//etc/passwd',
  '/rest/v1/..%2f..%2fpackage.json',
  '/rest/v1/../../package.json',
  '/__proto__',
  '/constructor',
  '/toString',
];
