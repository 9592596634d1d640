import { expect, test } from 'vitest';
import { trimmed } from '../../site/trimmed.ts';

test.each([
  [
    '<html><head><title>x</title></head><body><p>a</p></body></html>',
    '<html><head><title>x</title><p>a</p>',
  ],
  ['<ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>', '<ul><li>a<li>b</ul><ol><li>c</ol>'],
  ['<dl><div><dt>a</dt><dd>b</dd></div></dl>', '<dl><div><dt>a<dd>b</div></dl>'],
  ['<div><p>a</p><h2>b</h2><p>c</p></div>', '<div><p>a<h2>b</h2><p>c</div>'],
  [
    '<svg><path d="M0"></path><use href="#a"></use></svg>',
    '<svg><path d="M0"/><use href="#a"/></svg>',
  ],
  ['© <!-- -->2026<!-- --> x', '© 2026 x'],
])('what HTML implies is left out of %s', (html, less) => {
  expect(trimmed(html)).toBe(less);
});

test.each([
  '<p>a</p> text',
  '<p>a</p><a href="/">b</a>',
  '<div><a href="/"><p>a</p></a></div>',
  '<ul><li>a</li> <li>b</li>',
  '<dl><dt>a</dt></dl>',
  '<body class="plain"><p>a</p></form>',
  '<svg><path><title>a</title></path></svg><p></p>',
])('what HTML does not imply stays in %s', (html) => {
  expect(trimmed(html)).toBe(html);
});
