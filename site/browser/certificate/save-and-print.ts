/** Saves a drawing as a file of its own: as it is drawn now, with the colours and typefaces that the page's styles give it. */
export function saveDrawing(drawing: SVGSVGElement, name: string): void {
  const copy = document.importNode(drawing, true);
  const drawn = drawing.querySelectorAll('[class]');
  copy.querySelectorAll('[class]').forEach((element, index) => {
    const part = drawn[index];
    if (part) inlineStyles(element, getComputedStyle(part));
  });
  copy.removeAttribute('class');
  const file = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Safari still reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Prints the open certificate as one sheet, without the page around it. */
export function printAlone(): void {
  const { dataset } = document.documentElement;
  dataset.print = 'certificate';
  addEventListener('afterprint', () => delete dataset.print, { once: true });
  print();
}

/** What the file needs of the page's styles. */
const inlined = ['fill', 'stroke', 'font-family', 'font-weight'] as const;

function inlineStyles(element: Element, style: CSSStyleDeclaration) {
  for (const property of inlined) element.setAttribute(property, style.getPropertyValue(property));
  element.removeAttribute('class');
}
