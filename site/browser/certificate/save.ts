/** The elements styled by the page, and the properties that the file needs. */
const styled = '[class], [fill^=var], [stroke^=var], [font-family^=var]';
const inlined = ['display', 'fill', 'stroke', 'font-family', 'font-weight'] as const;

/**
 * Saves the drawing, as it is now, as a file of this name. The file includes the colours and typefaces of the
 * page's styles.
 */
export function saveDrawing(drawing: SVGSVGElement, name: string): void {
  const copy = document.importNode(drawing, true);
  const drawn = drawing.querySelectorAll(styled);
  copy.querySelectorAll(styled).forEach((element, index) => {
    const style = getComputedStyle(drawn[index] ?? drawing);
    for (const name of inlined) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  });
  const file = new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}.svg`;
  link.click();
  // Safari reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
