/**
 * The page without what HTML lets one leave out (HTML standard, "Optional tags", and "Start tags" for
 * empty elements of SVG): end tags that what follows implies, the tags between head and body, the
 * end of the file, and the marks between texts that only hydration reads. For a page that React does
 * not take up in the browser, and whose body begins with an element that may stand in no head.
 */
export function trimmed(html: string): string {
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<(circle|line|path|rect|use)( [^>]*)?><\/\1>/g, '<$1$2/>')
    .replaceAll(/<\/li>(?=<li|<\/[ou]l>)/g, '')
    .replaceAll(/<\/p>(?=<(?:p|h2|h3|ul|ol|dl|div)\b|<\/(?:div|header|li|section|article)>)/g, '')
    .replaceAll(/<\/d[dt]>(?=<dd|<dt|<\/div>)/g, '')
    .replace('</head><body>', '')
    .replace('</body></html>', '');
}
