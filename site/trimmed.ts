/**
 * The page without what HTML lets one leave out: the marks between texts that only hydration reads,
 * and end tags that the next tag implies (HTML standard, "Optional tags" and "Start tags" of foreign
 * elements). For a page that React does not take up in the browser.
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
